/** The lead whose row has the focus, or null. */
export function focusedLead(): string | null {
  return document.activeElement?.getAttribute('data-lead') ?? null;
}

/** Moves the focus down (1) or up (-1) in the list, and stops at its ends; from elsewhere it enters at the first. */
export function focusLead(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-lead]')];
  const now = links.findIndex((link) => link === document.activeElement);
  const next = now === -1 ? 0 : Math.min(Math.max(now + step, 0), links.length - 1);
  links[next]?.focus();
  links[next]?.closest('li')?.scrollIntoView({ block: 'nearest' });
}
