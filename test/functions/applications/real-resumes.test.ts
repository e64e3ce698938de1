import { afterAll, describe, expect, test } from '@jest/globals';
import { parsed } from '../../setup/a-mail.ts';
import { aResume, apply } from '../../setup/an-application.ts';
import { startMailServer } from '../../setup/mail-server.ts';
import { ownTable } from '../../setup/own-table.ts';
import { realResumes } from '../../setup/real-resumes.ts';
import type { Reply } from '../../setup/client.ts';
import { startService } from '../../setup/service.ts';

const mailServer = await startMailServer();
process.env['SMTP_URL'] = mailServer.url;
// Its own table, because a run sends the mail of all employers.
const table = await ownTable();
const service = await startService();
const { acme, job } = await service.employerWithJob({ status: 'active' });

afterAll(async () => {
  await service.close();
  await table.drop();
  await mailServer.close();
});

/** Names and letters in many scripts, each with file names of its own. */
const candidates = [
  {
    name: 'Zoë Lefèvre-Ångström',
    coverLetter: 'J’aimerais travailler chez vous. Ça me plaît, « vraiment » !',
  },
  { name: 'Дмитрий Щербаков', coverLetter: 'Ищу работу в вашей компании.\nС уважением' },
  { name: 'فاطمة الزهراء بن يوسف', coverLetter: 'أود العمل لديكم، ١٢ سنة من الخبرة.' },
  { name: 'נועה בן־דוד', coverLetter: 'שלום רב, אשמח לעבוד אצלכם.' },
  { name: '王小明', coverLetter: '您好，我对这个职位很感兴趣。' },
  { name: 'ᓄᓇᕗᑦ', coverLetter: 'ᐊᐃᓐᖓᐃ' },
  { name: "Seán O'Brien-Łukasiewicz", coverLetter: 'Line 1\nLine 2\tTab 🙂' },
  { name: 'สมชาย ใจดี', coverLetter: 'ผมสนใจตำแหน่งนี้' },
  { name: 'Siobhán 👩🏽‍🍳 Ó Briain', coverLetter: 'I bake 🥐 every day. 🇨🇦' },
  { name: 'Nguyễn Thị Ánh Tuyết', coverLetter: 'Tôi muốn ứng tuyển. ' + 'Ệ'.normalize('NFD') },
];

/** Applies with the file as a form does. */
async function applyByForm(fields: Record<string, string>, fileName: string, bytes: Buffer<ArrayBuffer>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, consent: 'true' })) form.set(name, value);
  form.set('resume', new File([bytes], fileName));
  const response = await fetch(`${service.origin}/api/v1.1/public/jobs/${job.id}/applications`, {
    method: 'POST',
    body: form,
  });
  return { status: response.status, body: await response.json() } as Pick<Reply, 'status' | 'body'>;
}

describe('a résumé as a program writes it', () => {
  test.each(realResumes.map((resume, number) => ({ ...resume, number })))(
    'is accepted with its own type, by JSON and by a form, and reaches the employer byte for byte: $fileName',
    async ({ number, fileName, mediaType, bytes }) => {
      const { name, coverLetter } = candidates[number % candidates.length] as (typeof candidates)[number];
      const sentName = `${name} ${fileName}`;
      const replies = [
        await apply(service.anyone, job.id, {
          name,
          coverLetter,
          email: `json-${number}@example.org`,
          resume: aResume(sentName, bytes),
        }),
        await applyByForm({ name, coverLetter, email: `form-${number}@example.org` }, sentName, bytes),
      ];
      for (const { status, body } of replies) {
        expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
        const { body: application } = await acme.get(`/applications/${body.id}`);
        expect(application).toMatchObject({
          name,
          coverLetter,
          resume: { fileName: sentName, mediaType, size: bytes.length },
        });
      }

      const before = mailServer.received.length;
      expect(await service.runMail()).toMatchObject({ sent: 2, finished: true });
      const mails = mailServer.received.slice(before);
      expect(mails).toHaveLength(2);
      for (const { message } of mails) {
        const { attachments } = await parsed(message);
        expect(attachments).toMatchObject([{ filename: sentName, mimeType: mediaType }]);
        expect(Buffer.from(attachments[0]?.content as ArrayBuffer).equals(bytes)).toBe(true);
      }
    },
  );
});
