import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { colours } from '../mail/colours.js';
import type { Block, Run } from './fill-text.js';
import { layOut, type Piece } from './lay-out.js';

const { resolve } = createRequire(import.meta.url);
const fonts = {
  text: resolve('@expo-google-fonts/hanken-grotesk/400Regular/HankenGrotesk_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/hanken-grotesk/600SemiBold/HankenGrotesk_600SemiBold.ttf'),
  heading: resolve('@expo-google-fonts/familjen-grotesk/600SemiBold/FamiljenGrotesk_600SemiBold.ttf'),
};

/** Sizes in points. A4, with margins of 24 and 22 mm. */
const left = 68;
const width = 595.28 - 2 * left;
const top = 68;
const bottom = 841.89 - 62;

const ink = '#17211c';
const pale = '#4c5a53';
const yellow = '#ffe9bd';

interface Style {
  font: keyof typeof fonts;
  size: number;
  leading: number;
  colour: string;
}
const body: Style = { font: 'text', size: 10.2, leading: 15.8, colour: ink };
const styles = {
  title: { font: 'heading', size: 27, leading: 31, colour: '#12251e' },
  heading: { font: 'heading', size: 13, leading: 16, colour: '#12251e' },
  notice: { ...body, size: 9.2, leading: 13.4 },
  head: { font: 'heading', size: 11, leading: 14, colour: ink },
  small: { ...body, size: 9, leading: 12.6, colour: pale },
  cell: { ...body, size: 8.9, leading: 12.5 },
} satisfies Record<string, Style>;

/** The clock stays out of it: the same document has the same bytes, hence the same name. */
const moment = new Date('2026-11-21T09:00:00Z');

/** PDF for screen readers (ISO 14289), which the types don't know. */
const pdfUa = 'PDF/UA' as PDFKit.Mixins.PDFSubsets;

type Element = PDFKit.PDFStructureElement;

interface Options {
  title: string;
  language: string;
  /** In the head of the first page, with the date. */
  product: string;
}

/** Prints a document as a tagged PDF: screen readers meet its title, language, headings, lists and table. */
export async function printPaper(blocks: Block[], { title, language, product }: Options): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, font: fonts.text },
    ...{ pdfVersion: '1.7', subset: pdfUa, tagged: true, displayTitle: true, lang: language },
    info: { Title: title, Author: product, CreationDate: moment },
  });
  const bytes = buffer(doc);
  const paper = new Paper(doc);
  const [date, ...others] = blocks;
  paper.head(product, date?.kind === 'paragraph' ? date.runs : []);
  for (const block of others) paper.block(block);
  paper.end();
  return bytes;
}

class Paper {
  private y = top;
  private articles = 0;
  private readonly root: Element;

  constructor(private readonly doc: PDFKit.PDFDocument) {
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  /** The business on the left, the date on the right, and a line in the colour of the site below. */
  head(product: string, date: Run[]): void {
    const name = [{ text: product, isBold: false, isBlank: false }];
    const dateLines = this.layOut(date, styles.small, width / 2);
    const dateWidth = Math.max(0, ...dateLines.map((line) => this.widthOf(line, styles.small)));
    const start = this.y;
    this.lines(this.child('P'), this.layOut(name, styles.head, width / 2), styles.head);
    const below = this.y;
    this.y = start + 1.5;
    this.lines(this.child('P'), dateLines, styles.small, left + width - dateWidth);
    this.y = Math.max(below, this.y) + 10;
    this.rule(colours.button, 1);
    this.y += 20;
  }

  block(block: Block): void {
    switch (block.kind) {
      case 'title':
        this.paragraph('H1', block.runs, styles.title);
        this.y += 12;
        break;
      case 'heading':
        this.heading(block.runs);
        break;
      case 'paragraph':
        this.paragraph('P', block.runs, body);
        this.y += 8;
        break;
      case 'notice':
        this.notice(block.runs);
        break;
      case 'list':
        this.list(block);
        break;
      case 'table':
        this.table(block);
        break;
    }
  }

  /** Numbers the pages, and ends the document. */
  end(): void {
    this.root.end();
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.doc.switchToPage(page);
      const text = `${page + 1} / ${count}`;
      const line = [{ text, isBold: false, isBlank: false }];
      const x = left + width - this.widthOf(line, styles.small);
      this.decoration(() => {
        this.draw(line, styles.small, { x, y: bottom + 16 });
      });
    }
    this.doc.end();
  }

  private heading(runs: Run[]): void {
    this.articles += 1;
    this.y += 10;
    // With the first lines of what it's above.
    this.reserve(styles.heading.leading + 3 * body.leading);
    this.doc.outline.addItem(textOf(runs));
    this.paragraph('H2', runs, styles.heading);
    this.y += 5;
  }

  private notice(runs: Run[]): void {
    const lines = this.layOut(runs, styles.notice, width - 24);
    const height = lines.length * styles.notice.leading + 14;
    this.reserve(height);
    this.decoration(() => {
      this.doc.rect(left, this.y, width, height).fill('#fff7e6');
      this.doc.rect(left, this.y, 4.5, height).fill('#b07f2d');
    });
    this.y += 7;
    this.lines(this.child('P'), lines, styles.notice, left + 14);
    this.y += 7 + 22;
  }

  /** Paragraphs of an article are numbered with it: 2.1, 2.2. */
  private list({ isNumbered, items }: Block & { kind: 'list' }): void {
    const indent = isNumbered ? 28 : 16;
    const list = this.child('L');
    for (const [at, runs] of items.entries()) {
      const lines = this.layOut(runs, body, width - indent);
      this.reserve(Math.min(2, lines.length) * body.leading);
      const item = this.child('LI', list);
      const text = isNumbered ? `${this.articles}.${at + 1} ` : '• ';
      const label = this.child('Lbl', item);
      label.add(() => {
        const number = [{ text, isBold: true, isBlank: false }];
        this.draw(number, { ...body, colour: colours.accent }, { x: left, y: this.y });
      });
      label.end();
      this.lines(this.child('LBody', item), lines, body, left + indent);
      item.end();
      this.y += 3.4;
    }
    list.end();
    this.y += 5;
  }

  private table({ head, rows }: Block & { kind: 'table' }): void {
    const gap = 9;
    const column = width / head.length;
    const table = this.child('Table');
    for (const [at, cells] of [head, ...rows].entries()) {
      const isHead = at === 0;
      const looks = cells.map((runs) => runs.map((run) => ({ ...run, isBold: isHead || run.isBold })));
      const laid = looks.map((runs) => this.layOut(runs, styles.cell, column - gap));
      const height = Math.max(...laid.map((lines) => lines.length)) * styles.cell.leading;
      this.reserve(height + 9);
      const row = this.child('TR', table);
      const start = this.y + 4;
      for (const [place, lines] of laid.entries()) {
        this.y = start;
        const cell = this.child(isHead ? 'TH' : 'TD', row);
        this.lines(cell, lines, styles.cell, left + place * column);
      }
      row.end();
      this.y = start + height + 4;
      this.rule('#c9d2cd', 0.6);
    }
    table.end();
    this.y += 8;
  }

  private child(type: string, parent = this.root): Element {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  private paragraph(type: string, runs: Run[], style: Style): void {
    this.lines(this.child(type), this.layOut(runs, style, width), style);
  }

  /** Draws lines as the content of an element, over as many pages as they need, and never one of several alone. */
  private lines(element: Element, all: Piece[][], style: Style, x = left): void {
    let rest = all;
    while (rest.length > 0) {
      this.reserve(Math.min(2, rest.length) * style.leading);
      const room = Math.floor((bottom - this.y) / style.leading);
      const taken = rest.slice(0, rest.length === room + 1 && room > 2 ? room - 1 : room);
      rest = rest.slice(taken.length);
      element.add(() => {
        for (const line of taken) {
          this.draw(line, style, { x, y: this.y });
          this.y += style.leading;
        }
      });
    }
    element.end();
  }

  private draw(line: Piece[], style: Style, { x, y }: { x: number; y: number }): void {
    let at = x;
    for (const piece of line) {
      const wide = this.measure(style)(piece.text, piece);
      if (piece.isBlank)
        this.doc.rect(at - 1, y, this.widthOf([piece], style) + 2, style.leading - 2).fill(yellow);
      this.doc.fillColor(style.colour).text(piece.text, at, y, { lineBreak: false });
      at += wide;
    }
  }

  /** Goes on on another page where less than this is left of it. */
  private reserve(height: number): void {
    if (this.y + height <= bottom) return;
    this.doc.addPage();
    this.y = top;
  }

  private rule(colour: string, thickness: number): void {
    this.decoration(() => this.doc.rect(left, this.y, width, thickness).fill(colour));
    this.y += thickness;
  }

  /** Screen readers pass it over. */
  private decoration(draw: () => void): void {
    this.doc.markContent('Artifact');
    draw();
    this.doc.endMarkedContent();
  }

  private layOut(runs: Run[], style: Style, within: number): Piece[][] {
    return layOut(runs, within, this.measure(style));
  }

  private measure(style: Style): (text: string, look: Run) => number {
    return (text, { isBold }) =>
      this.doc
        .font(fonts[isBold && style.font === 'text' ? 'bold' : style.font])
        .fontSize(style.size)
        .widthOfString(text);
  }

  /** Without the space at its end. */
  private widthOf(line: Piece[], style: Style): number {
    const measure = this.measure(style);
    return line.reduce((sum, piece, at) => {
      const text = at === line.length - 1 ? piece.text.trimEnd() : piece.text;
      return sum + measure(text, piece);
    }, 0);
  }
}

const textOf = (runs: Run[]) => runs.map(({ text }) => text).join('');
