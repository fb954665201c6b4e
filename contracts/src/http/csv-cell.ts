const formulaAtStart = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r]/u;
const formulaInside = /([;\t\r\n][\s"]*)([=+\-@＝＋－＠])/gu;

/**
 * A text for a CSV cell that no spreadsheet runs as a formula: anything that starts like one gets an apostrophe in front.
 * That can be inside the text too, because a Dutch Excel splits a file at `;` and then ignores the quotes around a cell,
 * so a cell can start after any `;` or line break.
 */
export function safeCsvCell(text: string): string {
  const [start = ''] = formulaAtStart.exec(text) ?? [];
  const rest = text.slice(start.length).replace(formulaInside, "$1'$2");
  return start === '' ? rest : `'${start}${rest}`;
}
