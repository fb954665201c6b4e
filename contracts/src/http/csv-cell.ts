const formulaAtStart = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r]/u;
const formulaInside = /([;\t\r\n][\s"]*)([=+\-@＝＋－＠])/gu;

/**
 * A text for a cell of a CSV file that no spreadsheet runs: an apostrophe goes before whatever begins like a formula.
 * That can be inside the text too. A Dutch Excel splits a file at `;` and takes no notice of the quotes around a cell
 * then, so what follows a `;` or a line end is the start of a cell there.
 */
export function safeCsvCell(text: string): string {
  const [start = ''] = formulaAtStart.exec(text) ?? [];
  const rest = text.slice(start.length).replace(formulaInside, "$1'$2");
  return start === '' ? rest : `'${start}${rest}`;
}
