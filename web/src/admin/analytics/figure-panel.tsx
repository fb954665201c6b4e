import { nameOfFile, type Days, type Filter, type RangeFigures } from '@voordeur/contracts/http';
import * as Tabs from '@radix-ui/react-tabs';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Definition } from '../../ui/definition';
import { Download } from '../../ui/download';
import { FoldedPanel, Panel } from '../../ui/panel';
import { panelSpans, useIsFolded, type PanelSpan } from '../../ui/panel-layout';
import { Empty } from '../../ui/query-states';
import { ofSessions, usePeriod } from './period';

/** The props of each view whose figures follow the chosen range. */
export interface RangeProps {
  range: RangeFigures;
}

/** One way to look at the figures of a panel: its only one, or one behind a tab. */
export interface FigureView {
  title: string;
  /** Explains the title. */
  definition: string;
  /** Says which figures these are, where they don't follow the chosen range. */
  note?: ReactNode;
  /** Names it among the views of its panel, and the downloaded file. */
  name: string;
  /** The days of its figures, where they follow the chosen range. */
  days?: Days;
  /** The filters of its figures, where they aren't the view's filters of sessions. */
  filters?: Filter[];
  /** The downloaded file's rows. */
  rows: readonly object[];
  /** Gives its first value, shown while its panel is folded. */
  first?: () => string | undefined;
  /** Shown instead of the content when there are no rows. */
  empty?: ReactNode;
  content: ReactNode;
  /** A line under all of it. */
  caption?: ReactNode;
}

export type FigureViews = [FigureView, ...FigureView[]];

interface Props {
  span: PanelSpan;
  views: FigureViews;
  /** Names a panel of several views; those who see it see their tabs. */
  title?: string;
  /** Above the only view, and not folded with it. */
  lead?: ReactNode;
  /** On a phone too. */
  staysOpen?: boolean;
}

/**
 * A panel of figures: its views, their explanations, and a button that saves it. A phone's is folded. A view is shown
 * first by its name as the address's hash.
 */
export function FigurePanel({ span, views, title, lead, staysOpen = false }: Props) {
  const id = useId();
  const [first] = views;
  const { hash } = useLocation();
  const linked = views.find(({ name }) => hash === `#${name}`);
  const [chosen, setChosen] = useState((linked ?? first).name);
  const panel = useRef<HTMLElement>(null);
  const isLinked = linked !== undefined;
  useEffect(() => {
    if (isLinked) panel.current?.scrollIntoView();
  }, [isLinked]);
  const isFolded = useIsFolded() && !staysOpen;
  const isSingle = views.length === 1;
  if (isSingle && !isFolded)
    return (
      <Panel
        span={span}
        title={first.title}
        definition={first.definition}
        note={first.note}
        action={<Save {...first} />}
      >
        {lead}
        <Body {...first} />
      </Panel>
    );
  const shown = views.find(({ name }) => name === chosen) ?? first;
  const all = (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        {!isSingle && (
          <Tabs.List
            aria-labelledby={id}
            className="mr-auto flex min-w-0 flex-1 flex-wrap gap-x-4.5 gap-y-2 max-phone:flex-auto max-phone:w-full"
          >
            {views.map(({ name, title: titleOfView }) => (
              <Tabs.Trigger key={name} value={name} className="panel-tab">
                {titleOfView}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        )}
        {shown.note !== undefined && <p className="pt-0.75 text-note text-text-3">{shown.note}</p>}
        <div className="flex flex-none items-center max-phone:ml-auto">
          <Definition term={shown.title} asIcon>
            {shown.definition}
          </Definition>
          <Save {...shown} />
        </div>
      </div>
      {isSingle ? (
        <Body {...first} />
      ) : (
        views.map((view) => (
          <Tabs.Content key={view.name} value={view.name} className="flex min-w-0 flex-1 flex-col">
            <Body {...view} />
          </Tabs.Content>
        ))
      )}
    </>
  );
  return (
    <Tabs.Root value={shown.name} onValueChange={setChosen} className="contents">
      {isFolded ? (
        <FoldedPanel
          ref={panel}
          {...{ id, span, lead }}
          title={title ?? first.title}
          value={first.first?.()}
          startsOpen={isLinked}
        >
          {all}
        </FoldedPanel>
      ) : (
        <section ref={panel} aria-labelledby={id} className={`panel ${panelSpans[span]}`}>
          <h2 id={id} className="sr-only">
            {title}
          </h2>
          {all}
        </section>
      )}
    </Tabs.Root>
  );
}

function Save({ title, name, days, filters, rows }: FigureView) {
  const ofView = ofSessions(usePeriod()).filters;
  return (
    <Download title={title} name={days ? nameOfFile(name, days, filters ?? ofView) : name} rows={rows} />
  );
}

function Body({ rows, empty, content, caption }: FigureView) {
  const instead = typeof empty === 'string' ? <Empty>{empty}</Empty> : empty;
  return (
    <>
      {rows.length === 0 && instead ? instead : content}
      {caption !== undefined && <p className="mt-auto pt-1.5 text-note text-text-2">{caption}</p>}
    </>
  );
}
