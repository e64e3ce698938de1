import json
import os
from io import BytesIO

from jobs import AuthenticatedClient, Client
from jobs.api.applications import create_application, get_application, get_application_resume
from jobs.api.jobs import batch_jobs, create_job, delete_job, get_job, list_jobs, upsert_job, validate_job
from jobs.api.keys import create_key
from jobs.models import *
from jobs.types import File

host, key = os.environ["URL"], os.environ["API_KEY"]

# create

print("create:", job.salary.amount)

job = upsert_job.sync(client=client, body=JobUpsert(reference_id="REQ-1", title="Cook"))
print("upsert:", job.title, job.salary.amount)

job = upsert_job.sync(client=client, body=JobUpsert(reference_id="REQ-1", salary=None))
print("clear:", "null" if job.salary is None else job.salary.amount)

page = list_jobs.sync(client=client)
print("list:", page.paging.total, page.data[0].title)

named = list_jobs.sync(client=client, reference_id=["REQ-1"])
print("named:", named.data[0].reference_id)

since = list_jobs.sync(client=client, updated_since=job.updated_at)
print("since:", since.data[-1].title)

reads = {"label": "Reads jobs", "permissions": ["jobs:read"]}
limited = create_key.sync(client=client, body=KeyCreate.from_dict(reads))
reader = AuthenticatedClient(base_url=host, token=limited.key, prefix="", auth_header_name="API-Key")
problem = delete_job.sync(job.id, client=reader)
print("limited:", get_job.sync(job.id, client=reader).title, problem.status, problem.code)

problem = upsert_job.sync(client=client, body=JobUpsert(reference_id="REQ-1", application_email="nobody@"))
print("refused:", problem.status, problem.code, problem.errors[0].pointer)

problem = get_job.sync(job.id, client=client, if_match='"another"')
print("changed:", problem.status, problem.code)

batch = Batch(operations=[
    BatchCreate(
        operation=BatchCreateOperation.CREATE,
        body=JobCreate.from_dict(draft.to_dict() | {"referenceId": "REQ-2"}),
    ),
    BatchUpsert(
        operation=BatchUpsertOperation.UPSERT,
        body=JobUpsert(reference_id="REQ-1", title="Chef"),
    ),
])
print("batch:", *[result.status for result in batch_jobs.sync(client=client, body=batch).results])

third = JobCreate.from_dict(draft.to_dict() | {"referenceId": "REQ-3"})
judgement = validate_job.sync(client=client, body=third)
print("validate:", str(judgement.valid).lower(), judgement.effect)

candidate = dict(name="Zoé Tremblay", email="zoe@example.org", consent=True)
anyone = Client(base_url=host)
application = ApplicationCreate(**candidate, cover_letter="Ten years.")
print("apply:", len(create_application.sync(str(job.id), client=anyone, body=application).id))

resume = File(BytesIO(b"Ten years of bread."), "resume.txt", "text/plain")
form = ApplicationForm(**candidate, resume=resume)
receipt = create_application.sync(str(job.id), client=anyone, body=form)
print("applyWithFile:", len(receipt.id))
print("resume:", get_application_resume.sync(receipt.id, client=client).url.split(":")[0])

answers = [AnswerCreate.from_dict(answer) for answer in json.loads(os.environ["ANSWERS"])]
application = ApplicationCreate(**candidate, cover_letter="Ten years.", answers=answers)
receipt = create_application.sync(os.environ["ASKING_JOB"], client=anyone, body=application)
record = get_application.sync(receipt.id, client=client)
values = [answer.to_dict()["value"] for answer in record.answers]
print("answers:", json.dumps(values, separators=(",", ":")))

for task, received in ("event", "EVENT"), ("test", "TEST_EVENT"):
    event = Event.from_dict(json.loads(os.environ[received]))
    print(f"{task}:", event.id, event.type_, event.data.job.id, event.data.by.type_)

later = AuthenticatedClient(base_url=os.environ["LATER_URL"], token=key, prefix="", auth_header_name="API-Key")
problem = get_job.sync(2147483647, client=later)
print("unknown:", get_job.sync(job.id, client=later).status, problem.status, problem.code)
