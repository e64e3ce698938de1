import { expect, test } from '@jest/globals';
import { emptyProfile, logoAddress } from '../../../../functions/accounts/domain/profile.ts';

const siteAddress = (path: string) => `https://site.test${path}`;

test('a logo has an address on the site, by the name of its file', () => {
  const profile = { ...emptyProfile, logo: '7-0123456789abcdef.png' };
  expect(logoAddress(profile, siteAddress)).toBe('https://site.test/logos/7-0123456789abcdef.png');
  expect(logoAddress(emptyProfile, siteAddress)).toBeNull();
});
