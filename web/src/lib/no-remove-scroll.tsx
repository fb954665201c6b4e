import type { ReactNode } from 'react';

/**
 * Replaces react-remove-scroll, which Radix' dialog uses: that one injects a `<style>`, which a strict content security
 * policy blocks. The style sheet holds the page still instead (`html:has(.veil)`).
 */
export function RemoveScroll({ children }: { children: ReactNode }) {
  return children;
}
