/** Stands where something is being fetched, in the same room, so that nothing shifts when it comes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />;
}
