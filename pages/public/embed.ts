import { BASE_PATH } from '../../schemas/operations.ts';
import { inRegion } from './places.ts';
import { words } from './words.ts';

const ownTexts = {
  en: { all: 'All open jobs', failed: 'The open jobs cannot be shown here at the moment.' },
  fr: { all: 'Toutes les offres', failed: 'Les offres ne peuvent pas être affichées ici en ce moment.' },
};

const textsOf = (language: 'en' | 'fr') => {
  const { locale, noPostings, periods, range, remoteAnywhere } = words[language];
  return {
    ...ownTexts[language],
    locale,
    noPostings,
    periods,
    range: range('{0}', '{1}'),
    regions: Object.fromEntries(
      Object.entries(inRegion).map(([id, names]) => [id, remoteAnywhere(names[language])]),
    ),
  };
};

/**
 * The script that lists the open postings of an employer at its element in another site's page (guide: career-site 5
 * and 6). It reads the public JSON of the service that served it, and sets no cookie. Its styles are a constructed
 * style sheet, which the page's Content-Security-Policy allows.
 */
export const embedScript = `(async () => {
  const script = document.currentScript;
  const { employer, lang = script.closest('[lang]')?.lang ?? '' } = script.dataset;
  const language = /^fr/i.test(lang) ? 'fr' : 'en';
  const texts = ${JSON.stringify({ en: textsOf('en'), fr: textsOf('fr') })}[language];
  const service = new URL('..', script.src);
  const query = new URLSearchParams({ employer });

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const salaryText = ({ amount, maxAmount, currency, period }) => {
    const format = new Intl.NumberFormat(texts.locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: [amount, maxAmount].every((money) => Number.isInteger(money ?? 0)) ? 0 : 2,
      maximumFractionDigits: 4,
    });
    const from = format.format(amount);
    const money = maxAmount > amount ? texts.range.replace('{0}', from).replace('{1}', format.format(maxAmount)) : from;
    return money + ' ' + (texts.periods[period?.unit] ?? '');
  };
  const jobItem = ({ url, title, translations, locations, salary }) => {
    const address = new URL(url);
    address.searchParams.set('lang', language);
    const places = locations.map(({ id, description }) => texts.regions[id] ?? description);
    const facts = salary ? [...places, salaryText(salary)] : places;
    return element(
      'li',
      { part: 'item' },
      element('a', { part: 'link', href: address, dir: 'auto', textContent: translations?.[language]?.title ?? title }),
      element('p', { part: 'facts', textContent: facts.join(' · ') }),
    );
  };

  const host = element('div', { lang: language });
  script.after(host);
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync('ul{list-style:none;margin:0;padding:0}li{margin:0 0 1em}p{margin:0}a{color:var(--job-link,LinkText)}li a{font-weight:bold}');
  root.adoptedStyleSheets = [style];
  const all = element('a', { part: 'link', href: new URL('employers/' + employer + '?lang=' + language, service), textContent: texts.all });
  try {
    const response = await fetch(new URL('${BASE_PATH.slice(1)}/public/jobs?' + query, service), {
      credentials: 'omit',
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error('The service answered ' + response.status + '.');
    const { data } = await response.json();
    root.append(
      data.length > 0
        ? element('ul', { part: 'list' }, ...data.map(jobItem))
        : element('p', { textContent: texts.noPostings }),
    );
  } catch (error) {
    console.error('Open jobs of employer ' + employer + ':', error);
    root.append(element('p', { textContent: texts.failed }));
  }
  root.append(element('p', {}, all));
})();
`;
