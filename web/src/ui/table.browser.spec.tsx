import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderAdmin } from '../testing/render';
import { Table, type Column } from './table';

interface Row {
  page: string;
  visits: number;
}
const columns: Column<Row>[] = [
  { head: 'admin.analytics.page', cell: ({ page: path }) => path },
  { cell: () => null, drawn: true },
  { head: 'admin.analytics.visits', cell: ({ visits }) => visits, figure: true },
];
const rowsTo = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ page: `/page-${index}`, visits: count - index }));
const group = page.getByRole('group', { name: 'Pages' });
const shown = () => page.getByRole('row').elements().length - 1;

it('heads its columns and its rows, in the order in which they came', async () => {
  renderAdmin(<Table label="Pages" columns={columns} rows={rowsTo(3)} />);
  await expect.element(group).toBeVisible();
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Page', 'Page views']);
  const heads = page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);
  expect(heads).toEqual(['/page-0', '/page-1', '/page-2']);
});

it('is a stop of the Tab key only while it scrolls', async () => {
  renderAdmin(<Table label="Pages" columns={columns} rows={rowsTo(3)} />);
  await expect.element(group).toBeVisible();
  await expect.poll(() => (group.element() as HTMLElement).tabIndex).toBe(-1);
  renderAdmin(<Table label="Pages" columns={columns} rows={rowsTo(90)} tall />);
  await expect.poll(() => group.elements().map((element) => (element as HTMLElement).tabIndex)).toEqual([0]);
});

it('shows the first rows, and all of them when asked', async () => {
  renderAdmin(<Table label="Pages" columns={columns} rows={rowsTo(25)} first={10} />);
  await expect.poll(shown).toBe(10);
  await page.getByRole('button', { name: 'Show all 25' }).click();
  await expect.poll(shown).toBe(25);
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Show the first 10' }).click();
  await expect.poll(shown).toBe(10);
});

it('offers nothing more where all rows are shown', async () => {
  renderAdmin(<Table label="Pages" columns={columns} rows={rowsTo(10)} first={10} />);
  await expect.poll(shown).toBe(10);
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

it('can be scrolled by keyboard, and keeps to its height', async () => {
  renderAdmin(<Table label="Pages" columns={columns} rows={rowsTo(200)} tall />);
  await expect.element(group).toBeVisible();
  expect(group.element().clientHeight).toBeLessThan(900);
  (group.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => group.element().scrollTop).toBeGreaterThan(0);
});

it('scrolls within itself where a text is long, and not the page', async () => {
  await page.viewport(375, 812);
  renderAdmin(<Table label="Pages" columns={columns} rows={[{ page: `/${'x'.repeat(300)}`, visits: 1 }]} />);
  await expect.element(group).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
  await page.viewport(1440, 900);
});

it('is a card for each row on a phone, each cell under the name of its column', async () => {
  await page.viewport(375, 812);
  renderAdmin(<Table label="Pages" columns={columns} rows={rowsTo(1)} cards />);
  await expect.element(group).toBeVisible();
  const cell = page.getByText('1', { exact: true }).element();
  expect(getComputedStyle(cell, '::before').content).toContain('Page views');
  await page.viewport(1440, 900);
});

it('leaves the state of a cell with its row when another row goes', async () => {
  const stateful: Column<Row>[] = [
    { head: 'admin.analytics.page', cell: ({ page: path }) => <Opener name={path} /> },
  ];
  function Shrinking() {
    const [rows, setRows] = useState(rowsTo(3));
    return (
      <>
        <Table label="Pages" columns={stateful} rows={rows} rowKey={({ page: path }) => path} />
        <button type="button" onClick={() => setRows(rows.slice(1))}>
          Remove
        </button>
      </>
    );
  }
  renderAdmin(<Shrinking />);
  await page.getByRole('button', { name: '/page-1' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByRole('button', { name: '/page-0' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { pressed: true })).toHaveTextContent('/page-1');
});

function Opener({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <button type="button" aria-pressed={isOpen} onClick={() => setIsOpen(true)}>
      {name}
    </button>
  );
}
