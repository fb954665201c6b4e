import {
  bitsOfGoal,
  type CountedGoal,
  type GoalDimension,
  maxPanelRows,
  pagePaths,
} from '@voordeur/contracts/http';
import { nameIdOf } from '@voordeur/server';
import type { SelectedSessions } from './filter-sessions.js';

/** What is counted of one value of a dimension, or of the sessions that reached the same goals: then `value` is their bits. */
export interface CountedGoals {
  dimension: GoalDimension | 'goals';
  value: string;
  /** Whether learn or booking was among their pages; of `goals` alone. */
  sawForms: boolean | null;
  sessions: number;
  /** How many of them reached the goal. */
  reached: number;
  /** Values of the dimension that come after it. */
  more: number;
}

const keys = 'key, id, campaign, text, language';

/**
 * SQL: how many of the sessions reached a goal, by dimension, and which goals were reached together. Counted as in
 * `countedSessions`: by a few sets of columns in one scan of each part.
 */
export function countedGoals({ parts, matches }: SelectedSessions, goal: CountedGoal): string {
  const isReached = `goals & ${bitsOfGoal(goal)} <> 0`;
  const counts = parts
    .map((part) => `${matches} and ${part}`)
    .flatMap((where) => [countSets(where, isReached), countPagesBetween(where, isReached)]);
  const dimension = (
    name: GoalDimension,
    which: string,
    { id = 'null::bigint', value = 'null' }: { id?: string; value?: string },
  ) => `
      select '${name}', ${id}, ${value}, null::boolean, sum(sessions), sum(reached) from counted where ${which} group by 2, 3`;
  return `-- goal-figures: How many of these sessions reached a goal, by where they came from and what they saw?
    with counted as materialized (
      select ${keys}, sum(sessions) as sessions, sum(reached) as reached
      from (${counts.join(' union all ')}) as parts (${keys}, sessions, reached)
      group by ${keys}),
    found (dimension, id, value, saw_forms, sessions, reached) as (
      select 'goals', null::bigint, id::text, text::boolean, sessions, reached from counted where key = 'goals'
      union all ${dimension('source', `key = 'source'`, { value: 'text' })}
      union all ${dimension('referrer', `key = 'source'`, { id: 'id' })}
      union all ${dimension('campaign', `key = 'source'`, { id: 'campaign' })}
      union all ${dimension('entry', `key = 'entry'`, { id: 'id' })}
      union all ${dimension('page', `key in ('entry', 'between') or key = 'exit' and text = 'true'`, { id: 'id' })}
      union all ${dimension('country', `key = 'country'`, { value: `replace(text, 'ZZ', '')` })}
      union all ${dimension('language', `key = 'country'`, { value: 'language' })}),
    ranked as (
      select *, count(*) over (partition by dimension) as values,
        row_number() over (partition by dimension order by reached desc, sessions desc, id, value) as rank
      from found)
    select dimension, coalesce(value, name, '') as value, saw_forms as "sawForms", sessions::float8, reached::float8,
      (values - rank)::float8 as more
    from ranked left join names on names.id = ranked.id where rank <= ${maxPanelRows} or dimension = 'goals'
    order by dimension, rank`;
}

const formPages = `'{${[...pagePaths.learn, ...pagePaths.booking].map((path) => nameIdOf('page', path)).join(',')}}'::bigint[]`;

const countSets = (where: string, isReached: string) => `
  select case when grouping(entry) = 0 then 'entry' when grouping(exit) = 0 then 'exit'
      when grouping(source) = 0 then 'source' when grouping(country) = 0 then 'country' else 'goals' end,
    coalesce(entry, exit, referrer, goals), campaign,
    coalesce(ends_elsewhere::text, source::text, country, saw_forms::text), language,
    count(*), count(*) filter (where ${isReached})
  from (
    select *, exit <> entry as ends_elsewhere,
      (entry = any(${formPages}) or exit = any(${formPages}) or pages_between && ${formPages}) is true as saw_forms
    from sessions where ${where}) as selected
  group by grouping sets (
    (entry), (exit, ends_elsewhere), (referrer, campaign, source), (country, language), (goals, saw_forms))`;

/** The pages between are in order in each session, so the same ones lie side by side. */
const countPagesBetween = (where: string, isReached: string) => `
  select 'between', page, null::bigint, null, null, count(*), count(*) filter (where ${isReached})
  from (
    select entry, exit, goals, unnest(pages_between) as page, unnest(null::bigint || pages_between) as previous
    from sessions where pages_between is not null and ${where}) as pages
  where page <> entry and page <> exit and page is distinct from previous group by page`;
