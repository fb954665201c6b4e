/** What a panel says when it has nothing to show: a dark window and one sentence. */
export function Empty({ children }: { children: string }) {
  return (
    <div className="grid justify-items-center gap-3.5 px-2 pt-8 pb-5 text-center text-text-2">
      <svg width="54" height="70" viewBox="0 0 54 70" fill="none" aria-hidden="true">
        <path d="M4 2h46v58H4z" fill="#0a110f" stroke="#3a4d45" strokeWidth="3" />
        <path d="M4 20h46M27 2v18" stroke="#3a4d45" strokeWidth="3" />
        <path d="M0 61h54v6H0z" fill="#3a4742" />
      </svg>
      <p>{children}</p>
    </div>
  );
}
