import { DOMParser, type Document, type Element } from '@xmldom/xmldom';

const dav = 'DAV:';
const caldav = 'urn:ietf:params:xml:ns:caldav';
const calendarServer = 'http://calendarserver.org/ns/';

/** A resource as its server describes it (RFC 4918, 4791), as far as it's asked for. */
export interface Resource {
  href: string;
  isCalendar: boolean;
  /** It takes events; a list of tasks doesn't. */
  hasEvents: boolean;
  /** Its events don't keep anybody busy. */
  isFree: boolean;
  name: string | null;
  /** Changes with each change of its events. */
  tag: string | null;
  principal: string | null;
  homes: string[];
  data: string | null;
}

/** The resources of a 207 answer. Throws for another text. */
export function parseMultistatus(xml: string): Resource[] {
  const document = new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`broken XML: ${message.slice(0, 100)}`);
    },
  }).parseFromString(xml, 'text/xml');
  const root = document.documentElement;
  if (root?.localName !== 'multistatus' || root.namespaceURI !== dav) throw new Error('not a multistatus');
  return childrenOf(root, dav, 'response').flatMap((response) => {
    const href = textIn(response, dav, 'href');
    return href === null ? [] : [{ href, ...propertiesOf(response) }];
  });
}

function propertiesOf(response: Element): Omit<Resource, 'href'> {
  // A property that a server doesn't have is in another part of the answer, with the status 404.
  const found = childrenOf(response, dav, 'propstat').filter((part) =>
    / 2\d\d/.test(textIn(part, dav, 'status') ?? ' 200'),
  );
  const find = (space: string, name: string) =>
    found
      .flatMap((part) => childrenOf(part, dav, 'prop'))
      .flatMap((prop) => childrenOf(prop, space, name))[0];
  const text = (space: string, name: string) => textOf(find(space, name));
  const kinds = find(dav, 'resourcetype');
  const components = find(caldav, 'supported-calendar-component-set');
  const names = components && childrenOf(components, caldav, 'comp').map((one) => one.getAttribute('name'));
  const transparency = find(caldav, 'schedule-calendar-transp');
  const principal = find(dav, 'current-user-principal');
  const home = find(caldav, 'calendar-home-set');
  return {
    isCalendar: kinds !== undefined && childrenOf(kinds, caldav, 'calendar').length > 0,
    hasEvents: !names || names.length === 0 || names.includes('VEVENT'),
    isFree: transparency !== undefined && childrenOf(transparency, caldav, 'transparent').length > 0,
    name: text(dav, 'displayname'),
    tag: text(dav, 'sync-token') ?? text(calendarServer, 'getctag'),
    principal: (principal && textIn(principal, dav, 'href')) ?? null,
    homes: home ? childrenOf(home, dav, 'href').flatMap((one) => textOf(one) ?? []) : [],
    data: find(caldav, 'calendar-data')?.textContent ?? null,
  };
}

/** Null where it's empty. */
function textOf(element: Element | undefined): string | null {
  const text = element?.textContent?.trim() ?? '';
  return text === '' ? null : text;
}

function textIn(element: Element, space: string, name: string): string | null {
  return childrenOf(element, space, name)[0]?.textContent?.trim() ?? null;
}

function childrenOf(parent: Element | Document, space: string, name: string): Element[] {
  return [...parent.childNodes].filter(
    (node): node is Element =>
      node.nodeType === 1 && (node as Element).localName === name && node.namespaceURI === space,
  );
}
