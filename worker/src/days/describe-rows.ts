import type { EntityManager } from 'typeorm';
import { describedColumns, describeView } from './describe-view.js';

interface Row {
  id: string;
  page: string;
  referrerHost: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  device: string | null;
  browser: string | null;
  system: string | null;
}

const rowsAtOnce = 5_000;
const names = Object.keys(describedColumns) as (keyof typeof describedColumns)[];

/** Describes page views by people that a worker of an earlier version stored, between two ids. */
export async function describeRows(tx: EntityManager, firstId: string, endId: string): Promise<void> {
  for (;;) {
    const rows = await tx.query<Row[]>(
      `select id, page, referrer_host as "referrerHost", utm_source as "utmSource", utm_medium as "utmMedium",
        utm_campaign as "utmCampaign", device, browser, system
      from visits where path is null and bot_reason is null and id >= $1 and id < $2 order by id limit ${rowsAtOnce}`,
      [firstId, endId],
    );
    if (rows.length === 0) return;
    const described = rows.map(({ utmSource, utmMedium, utmCampaign, device, browser, system, ...row }) =>
      describeView({
        ...row,
        campaign: { source: utmSource, medium: utmMedium, campaign: utmCampaign },
        client: { device, browser, system },
      }),
    );
    await tx.query(
      `update visits set ${names.map((name) => `${name} = d.${name}`).join(', ')}
      from unnest($1::uuid[], ${names.map((name, index) => `$${index + 2}::${describedColumns[name]}[]`).join(', ')})
        as d (id, ${names.join(', ')})
      where visits.id = d.id`,
      [rows.map(({ id }) => id), ...names.map((name) => described.map((one) => one[name]))],
    );
  }
}
