import { readStages } from '../../lib/stages.ts';
import { removeAssemblies, synthesiseWith } from '../lib/synthesised.ts';
import { stages } from '../lib/two-stages.ts';
import { abuseDollars } from './abuse.ts';
import { applicationDollars } from './activities.ts';
import { savedFigures } from '../bench/figures.ts';
import { dollarsPerMillion } from './requests.ts';
import {
  idleDollars,
  monitoring,
  monthlyDollars,
  months,
  partnerDollars,
  tracingDollars,
} from './monthly-costs.ts';
import { fixedResourcesIn } from './standing.ts';
import { dollarsOf } from './uses.ts';

/** The program of `npm run costs`: prints the figures that docs/costs.md summarizes. */
const figures = savedFigures();

/** Prod has CloudFront in front of its public pages; a copy of a stage does not. */
const fixedResources = {
  full: { ...fixedResourcesIn(synthesiseWith({ monitoring: 'full' }).resources), hasSite: true },
  basic: { ...fixedResourcesIn(synthesiseWith({}).resources), hasSite: true },
  none: {
    ...fixedResourcesIn(synthesiseWith({ ...stages.dev, monitoring: 'none' }).resources),
    hasSite: false,
  },
};
removeAssemblies();

/** Prints a table in dollars: a column for each record, a row for each name. */
function show(title: string, columns: Record<string, Record<string, number>>): void {
  const [first = {}] = Object.values(columns);
  const rows = Object.keys(first).map((row) => [
    row,
    Object.fromEntries(Object.entries(columns).map(([name, each]) => [name, each[row]?.toFixed(2)])),
  ]);
  process.stdout.write(`${title}, in dollars\n`);
  // oxlint-disable-next-line no-console -- prints tables
  console.table(Object.fromEntries(rows));
}

const { full, basic } = fixedResources;
const month = (given: (typeof months)[number]) => {
  const parts = monthlyDollars(figures, given, basic);
  return {
    ...parts,
    Together: Object.values(parts).reduce((sum, each) => sum + each, 0),
    'More for full monitoring': dollarsOf(monitoring(full)) - dollarsOf(monitoring(basic)),
    "A partner's key for all requests, at most": partnerDollars(given),
    'X-Ray, where the stage is traced': tracingDollars(given),
  };
};
const levels = Object.entries(fixedResources);

show('A million requests', { '1,000 jobs': dollarsPerMillion(figures, 1_000) });
show('A month', Object.fromEntries(months.map((each) => [`${each.requests / 1e6} M requests`, month(each)])));
show('A month of an idle stage, by its monitoring', {
  idle: Object.fromEntries(levels.map(([level, each]) => [level, idleDollars(figures, each)])),
});
show('1,000 applications', { each: applicationDollars() });
show('A day of abuse of prod, at most', { routes: { ...abuseDollars(readStages()['prod']!.throttling) } });
