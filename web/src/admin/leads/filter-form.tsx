import { languages } from '@voordeur/contracts/http';
import { useEffect, useEffectEvent, useState, type Ref } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { AdminForm } from '../../ui/admin-form';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/field';
import { isNarrowed, type LeadFilters } from './lead-filters';
import { kindLabels } from './lead';

/** The search runs after typing has paused this long. */
const pauseMs = 300;

interface Props {
  filters: LeadFilters;
  searchRef: Ref<HTMLInputElement>;
  onChange: (filters: LeadFilters) => void;
}

/** Search and filters; each change goes into the address or its history entry at once, so a reload or going back keeps it. */
export function FilterForm({ filters, searchRef, onChange }: Props) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const [typed, setTyped] = useState(filters.q);
  const [shownFor, setShownFor] = useState(filters.q);
  const [asked, setAsked] = useState(filters.q);
  // On a phone all of them would push the leads off the screen.
  const [opened, setOpened] = useState(() => isNarrowed({ ...filters, q: '' }));
  if (shownFor !== filters.q) {
    setShownFor(filters.q);
    // Typing may have gone on while the search was on its way into the history. Any other change is the browser's back.
    if (filters.q !== asked) {
      setTyped(filters.q);
      setAsked(filters.q);
    }
  }

  function search() {
    setAsked(typed);
    onChange({ ...filters, q: typed });
  }
  const searchAfterPause = useEffectEvent(search);

  useEffect(() => {
    if (typed === filters.q) return;
    const timer = setTimeout(() => searchAfterPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, filters.q]);

  return (
    <AdminForm
      role="search"
      className="my-4 grid grid-cols-2 items-end gap-3.5 min-[641px]:grid-cols-4 min-[1101px]:grid-cols-[2fr_1.3fr_1fr_1fr_1fr]"
      onSubmit={() => {
        search();
      }}
    >
      <div className="col-span-full min-[1101px]:col-span-1">
        <TextField
          ref={searchRef}
          type="search"
          label={text('admin.leads.search')}
          placeholder={text('admin.leads.searchHint')}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <button
        type="button"
        className="button-link col-span-full -my-2 justify-self-start text-text-2 min-[641px]:hidden"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {text(opened ? 'admin.leads.fewerFilters' : 'admin.leads.moreFilters')}
      </button>
      <div className={opened ? 'contents' : 'hidden min-[641px]:contents'}>
        <SelectField
          label={text('admin.leads.kind')}
          any={text('admin.leads.any')}
          value={filters.kind}
          choices={kindLabels}
          onChange={(kind) => onChange({ ...filters, kind })}
        />
        <SelectField
          label={text('admin.leads.language')}
          any={text('admin.leads.any')}
          value={filters.language}
          choices={languages.map((one) => ({ value: one, name: languageNameOf(one) }))}
          onChange={(language) => onChange({ ...filters, language })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={text(end === 'from' ? 'admin.leads.from' : 'admin.leads.to')}
            value={filters[end]}
            onChange={(event) => onChange({ ...filters, [end]: event.target.value })}
          />
        ))}
      </div>
      {isNarrowed(filters) && (
        <button
          type="button"
          className="button-link col-span-full -my-2 justify-self-start text-text-2"
          onClick={() => onChange({ box: filters.box, kind: '', language: '', from: '', to: '', q: '' })}
        >
          {text('admin.leads.clear')}
        </button>
      )}
    </AdminForm>
  );
}
