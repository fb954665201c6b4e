import { useText } from '../../i18n/use-text';

interface Props<Entry> {
  list: Entry[];
  index: number;
  /** The entry's name, for screen readers. */
  name: string;
  /** How few must be left. */
  least?: number;
  onChange: (list: Entry[]) => void;
}

/** Moves an entry of a list up or down, or removes it. */
export function ListTools<Entry>({ list, index, name, least = 0, onChange }: Props<Entry>) {
  const move = (to: number) =>
    onChange(list.toSpliced(index, 1).toSpliced(to, 0, ...list.slice(index, index + 1)));
  return (
    <div className="mt-2 flex flex-wrap gap-x-5 text-text-2">
      {index > 0 && <Tool does="admin.yourSite.up" of={name} onClick={() => move(index - 1)} />}
      {index < list.length - 1 && (
        <Tool does="admin.yourSite.down" of={name} onClick={() => move(index + 1)} />
      )}
      {list.length > least && (
        <Tool does="admin.yourSite.remove" of={name} onClick={() => onChange(list.toSpliced(index, 1))} />
      )}
    </div>
  );
}

interface ToolProps {
  does: 'admin.yourSite.up' | 'admin.yourSite.down' | 'admin.yourSite.remove';
  of: string;
  onClick: () => void;
}

function Tool({ does, of, onClick }: ToolProps) {
  const text = useText();
  return (
    <button type="button" className="button-link" onClick={onClick}>
      {text(does)} <span className="sr-only">{of}</span>
    </button>
  );
}
