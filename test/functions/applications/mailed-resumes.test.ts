import { afterAll, expect, test } from '@jest/globals';
import { parsed } from '../../setup/a-mail.ts';
import { aResume, apply } from '../../setup/an-application.ts';
import { startMailServer } from '../../setup/mail-server.ts';
import { ownTable } from '../../setup/own-table.ts';
import { realResumes } from '../../setup/real-resumes.ts';
import { startService } from '../../setup/service.ts';

const mailServer = await startMailServer();
process.env['SMTP_URL'] = mailServer.url;
// Its own table, because a run sends the mail of all employers.
const table = await ownTable();
const service = await startService();

afterAll(async () => {
  await service.close();
  await table.drop();
  await mailServer.close();
});

test(`each of ${realResumes.length} résumés as programs write them reaches the employer byte for byte`, async () => {
  const { job } = await service.employerWithJob({ status: 'active', applicationEmail: 'jobs@acme.example' });
  for (const [number, { fileName, bytes }] of realResumes.entries()) {
    const fields = { email: `c${number}@example.com`, resume: aResume(`Zoë 候選人 ${fileName}`, bytes) };
    expect((await apply(service.anyone, job.id, fields)).status).toBe(201);
  }
  expect(await service.runMail()).toMatchObject({ sent: realResumes.length, finished: true });
  const mails = await Promise.all(mailServer.received.map(({ message }) => parsed(message)));
  const byCandidate = new Map(mails.map((mail) => [mail.replyTo?.[0]?.address, mail.attachments]));
  for (const [number, { fileName, mediaType, bytes }] of realResumes.entries()) {
    const attachments = byCandidate.get(`c${number}@example.com`) ?? [];
    expect(attachments).toMatchObject([{ filename: `Zoë 候選人 ${fileName}`, mimeType: mediaType }]);
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer).equals(bytes)).toBe(true);
  }
});
