/** Whether a reader of the page as it is now can see an element. What is there for screen readers alone is a dot. */
export function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}
