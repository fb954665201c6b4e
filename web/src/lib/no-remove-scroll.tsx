import type { ReactNode } from 'react';

/**
 * Stands in for react-remove-scroll, of which Radix' dialog makes use: that one injects a `<style>`, which a strict
 * content security policy blocks. The style sheet holds the page still instead (`html:has(.veil)`).
 */
export function RemoveScroll({ children }: { children: ReactNode }) {
  return children;
}
