import { defaultLanguage, type LeadsPage, textLanguages } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import { readWhenOpened } from '../lib/admin-queries';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Link } from '../ui/link';
import { kindLabels, leadsPath, senderOf } from './leads/lead';
import { menu } from './screens';
import { findRows, mentions } from './texts/catalogue-rows';
import { isOnPage } from './texts/page-rail';
import { useRows } from './texts/use-rows';

/** The search runs after typing has paused this long. */
const pauseMs = 200;
/** How many of each kind are shown. */
const mostFound = 5;

interface Found {
  to: string;
  name: ReactNode;
  note?: string | undefined;
}

/** Searches screens, leads and texts at once. Enter opens the first one found, the arrows go through all. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const leads = useQuery<LeadsPage>({
    queryKey: [`${leadsPath}?${new URLSearchParams({ q: asked }).toString()}`],
    enabled: asked !== '',
    ...readWhenOpened,
  });
  const texts = useRows();

  const sought = typed.trim();
  // Enter would open a person found for the words typed before these.
  const isUpToDate = asked !== '' && asked === sought;
  const screens = menu
    .map(({ to, name }): Found & { name: string } => ({ to, name: text(name) }))
    .filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()));
  const people = (isUpToDate ? (leads.data?.leads ?? []) : []).slice(0, mostFound).map((lead): Found => {
    return {
      to: `/admin/leads/${lead.id}`,
      name: <bdi>{senderOf(lead)}</bdi>,
      note: text(kindLabels[lead.kind]),
    };
  });
  const rows = isUpToDate
    ? findRows(texts.data ?? [], {
        search: asked,
        languages: textLanguages,
        changedOnly: false,
        toTranslateOnly: false,
      }).filter((row) => isOnPage(row, 'all'))
    : [];
  const sentences = rows.slice(0, mostFound).map((row): Found => {
    const language = textLanguages.find((one) => mentions(row[one], asked)) ?? defaultLanguage;
    return {
      to: `/admin/translations?key=${row.key}`,
      name: <bdi lang={language}>{row[language].text}</bdi>,
    };
  });
  const isSearching = asked !== sought || (isUpToDate && (leads.isPending || texts.isPending));
  const isNone = screens.length + people.length + sentences.length === 0;

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...(list.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const place = links.findIndex((link) => link === document.activeElement);
    if (step !== undefined) {
      event.preventDefault();
      links[Math.min(Math.max(place + step, 0), links.length - 1)]?.focus();
    } else if (event.key === 'Enter' && place === 0 && !event.nativeEvent.isComposing) links[1]?.click();
  }

  return (
    <Dialog title={text('admin.search.title')} onClose={onClose}>
      <div ref={list} role="search" className="mt-4" onKeyDown={move}>
        <TextField
          type="search"
          label={text('admin.search.label')}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Group name={text('admin.search.screens')} found={screens} onClose={onClose} />
        <Group name={text('admin.leads.title')} found={people} onClose={onClose} />
        <Group name={text('admin.translations.title')} found={sentences} onClose={onClose} />
        <p role="status" className="mt-4 text-text-2">
          {isSearching
            ? text('admin.search.searching')
            : leads.isError && asked !== ''
              ? text('admin.leads.notFetched')
              : isNone && text('admin.search.none')}
        </p>
      </div>
    </Dialog>
  );
}

function Group({ name, found, onClose }: { name: string; found: Found[]; onClose: () => void }) {
  if (found.length === 0) return null;
  return (
    <section aria-label={name} className="mt-4">
      <h3 className="text-note text-text-3">{name}</h3>
      <ul>
        {found.map(({ to, name: what, note }) => (
          <li key={to}>
            <Link
              to={to}
              className="-mx-3 flex min-h-11 items-center justify-between gap-x-4 rounded-control px-3 hover:bg-paint focus:bg-paint"
              onClick={onClose}
            >
              <span className="min-w-0 truncate">{what}</span>
              {note !== undefined && <span className="flex-none text-note text-text-3">{note}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
