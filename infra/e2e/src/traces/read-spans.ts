/** A span as a collector gets it, with its attributes as one object. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  service: string;
  name: string;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, string | number>;
  failed: boolean;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<Span, 'attributes' | 'links'> & {
        attributes: Attribute[];
        links?: Span['links'];
        status: { code: number };
      })[];
    }[];
  }[];
}

/** Reads the spans posted to `/v1/traces` (OTLP's JSON). */
export function readSpans(requests: { body: string }[]): Span[] {
  return requests
    .flatMap(({ body }) => (JSON.parse(body) as ExportRequest).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans
        .flatMap(({ spans }) => spans)
        .map(({ traceId, spanId, parentSpanId, name, links = [], attributes, status }) => ({
          traceId,
          spanId,
          ...(parentSpanId && { parentSpanId }),
          service: String(asObject(resource.attributes)['service.name']),
          name,
          links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
          attributes: asObject(attributes),
          failed: status.code === 2,
        })),
    );
}

function asObject(attributes: Attribute[]): Span['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}

/** A trace as lines: each span under its parent, in the order of their names. */
export function drawTrace(spans: Span[], parent?: string, indent = ''): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .sort((one, other) => one.name.localeCompare(other.name))
    .flatMap((span) => [
      `${indent}${span.service}: ${span.name}`,
      ...drawTrace(spans, span.spanId, `${indent}  `),
    ]);
}
