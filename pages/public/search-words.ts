import { POSTING_SEARCH_MAX, type PostingFilterName } from '../../schemas/posting-search.ts';
import type { Language } from '../../schemas/languages.ts';

const english = {
  /** Accessible name of the form. */
  purpose: 'Search these jobs',
  /** Label of `q`. */
  q: 'Title or place',
  /** Label of `q` on the front page. */
  site: 'Title, place, employer or job number',
  allJobs: 'See all open jobs',
  /** First entry of each select list, for no filter. */
  any: { place: 'All', category: 'All', type: 'All', workplace: 'All' } satisfies Record<
    PostingFilterName,
    string
  >,
  filters: (chosen: number) => (chosen === 0 ? 'Filters' : `Filters (${chosen})`),
  search: 'Search',
  showAll: 'Show all jobs',
  found: (count: number) => (count === 1 ? '1 job found' : `${count} jobs found`),
  noneFound: (q: string) => `No open job matches “${q}”. Try fewer words, a city, or a province.`,
  /** No match of the filters. */
  noneFiltered: 'No open job matches these filters.',
  /** Above the newest jobs. */
  newestJobs: 'Newest jobs',
  /** No match on the last of several pages. */
  noneLeft: 'No more jobs match your search.',
  /** No match yet, with older jobs left to search. */
  noneFoundYet: 'No match among the newest jobs. Keep searching?',
  moreMayFollow: 'Older jobs not searched yet.',
  searchOlder: 'Search older jobs',
  notSearched: 'Check your search',
  /** Error messages by parameter. */
  problems: {
    q: `Search for one text of at most ${POSTING_SEARCH_MAX} characters.`,
    place: 'Choose one place from the list.',
    category: 'Choose one category from the list.',
    type: 'Choose one position type from the list.',
    workplace: 'Choose one workplace from the list.',
    after: 'The address of the page is not complete. Begin with the newest jobs.',
  } satisfies Record<PostingFilterName | 'q' | 'after', string>,
};

type SearchWords = typeof english;

const french: SearchWords = {
  purpose: 'Chercher parmi ces offres',
  q: 'Titre ou lieu',
  site: 'Titre, lieu, employeur ou numéro d’une offre',
  allJobs: 'Voir toutes les offres',
  any: { place: 'Tous', category: 'Toutes', type: 'Tous', workplace: 'Tous' },
  filters: (chosen) => (chosen === 0 ? 'Filtres' : `Filtres (${chosen})`),
  search: 'Chercher',
  showAll: 'Afficher toutes les offres',
  found: (count) => (count === 1 ? '1 offre trouvée' : `${count} offres trouvées`),
  noneFound: (q) =>
    `Aucune offre ne correspond à «\u00A0${q}\u00A0». Essayez moins de mots, une ville ou une province.`,
  noneFiltered: 'Aucune offre ne correspond à ces filtres.',
  newestJobs: 'Offres les plus récentes',
  noneLeft: 'Aucune autre offre ne correspond à votre recherche.',
  noneFoundYet: 'Aucune des offres les plus récentes ne correspond. Continuer la recherche\u00A0?',
  moreMayFollow: 'Les offres plus anciennes restent à chercher.',
  searchOlder: 'Chercher dans les offres plus anciennes',
  notSearched: 'Vérifiez votre recherche',
  problems: {
    q: `Cherchez un seul texte d’au plus ${POSTING_SEARCH_MAX} caractères.`,
    place: 'Choisissez un lieu de la liste.',
    category: 'Choisissez une catégorie de la liste.',
    type: 'Choisissez un type d’emploi de la liste.',
    workplace: 'Choisissez un mode de travail de la liste.',
    after: 'L’adresse de la page n’est pas complète. Commencez par les offres les plus récentes.',
  },
};

/** Words of the search, by language. */
export const searchWords: Record<Language, SearchWords> = { en: english, fr: french };
