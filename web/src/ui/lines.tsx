/** A heading whose sentences each begin a line (`\n` in its text), and are balanced one by one. */
export function Lines({ children }: { children: string }) {
  return children.split('\n').map((line) => (
    <span key={line} className="block">
      {line}{' '}
    </span>
  ));
}
