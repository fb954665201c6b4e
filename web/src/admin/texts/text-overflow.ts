/** How many CSS pixels an element's words reach beyond the page, their own box, or an edge that cuts them off. */
export function measureOverflow(element: Element): number {
  const { documentElement } = document;
  const pageWidth = documentElement.clientWidth;
  const range = document.createRange();
  range.selectNodeContents(element);
  const words = range.getBoundingClientRect();
  const over = [documentElement.scrollWidth - pageWidth, words.right - pageWidth, -words.left];
  let isOwnBox = true;
  for (let box: Element | null = element; box; box = box.parentElement) {
    const { display, overflowX, overflowY } = getComputedStyle(box);
    if (display === 'inline' || display === 'contents') continue;
    const edge = box.getBoundingClientRect();
    if (isOwnBox || isCut(overflowX)) over.push(words.right - edge.right, edge.left - words.left);
    if (isCut(overflowY)) over.push(words.bottom - edge.bottom);
    isOwnBox = false;
  }
  return Math.max(0, ...over);
}

function isCut(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip';
}
