import { loads, neighbours, type Charge, type Load, type Outcome } from './neighbour-model.ts';
import { markdownTable } from './tables.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const cells = ({ served, refused, failed, slow }: Outcome) => [
  served.toFixed(1),
  percent(refused),
  percent(failed),
  `${(slow / 1_000).toFixed(2)} s`,
];

const rowsOf = (load: Load, charge: Charge) => {
  const { burst, after } = neighbours(load, charge);
  return [
    [`${load}, charged by ${charge}: first minute`, ...cells(burst)],
    ['then', ...cells(after)],
  ];
};

/** The table of docs/running.md. */
export const neighbourMarkdown = (): string =>
  markdownTable(
    [
      'The busy employer sends',
      'Served whole a second',
      'Others: calls refused',
      '503s',
      'Slowest of twenty',
    ],
    [
      ['nothing', ...cells(neighbours(undefined, 'units').after)],
      ...loads.flatMap((load) => [...rowsOf(load, 'requests'), ...rowsOf(load, 'units')]),
    ],
  );
