import base64
import json
import os

from jobs import ApiClient, ApiException, ApplicationsApi, Configuration, JobsApi, KeysApi
from jobs.models import *

host, key = os.environ["URL"], {"apiKey": os.environ["API_KEY"]}

# create

print("create:", job.salary.amount)


def refusal(call):
    try:
        call()
    except ApiException as error:
        return error, json.loads(error.body)
    return None, None


job = jobs.upsert_job(JobUpsert(reference_id="REQ-1", title="Cook"))
print("upsert:", job.title, job.salary.amount)

job = jobs.upsert_job(JobUpsert(reference_id="REQ-1", salary=None))
print("clear:", "null" if job.salary is None else job.salary.amount)

page = jobs.list_jobs()
print("list:", page.paging.total, page.data[0].title)

named = jobs.list_jobs(reference_id=["REQ-1"])
print("named:", named.data[0].reference_id)

since = jobs.list_jobs(updated_since=job.updated_at)
print("since:", since.data[-1].title)

limited = KeysApi(client).create_key(KeyCreate(label="Reads jobs", permissions=["jobs:read"]))
reader = JobsApi(ApiClient(Configuration(host=host, api_key={"apiKey": limited.key})))
error, problem = refusal(lambda: reader.delete_job(job.id))
print("limited:", reader.get_job(job.id).title, error.status, error.data.code)

error, problem = refusal(lambda: jobs.upsert_job(JobUpsert(reference_id="REQ-1", application_email="nobody@")))
print("refused:", error.status, error.data.code, error.data.errors[0].pointer)

error, problem = refusal(lambda: jobs.get_job(job.id, if_match='"another"'))
print("changed:", error.status, error.data.code)

second = JobCreate.from_dict(draft.to_dict() | {"referenceId": "REQ-2"})
batch = Batch(operations=[
    BatchOperation(BatchCreate(operation="create", body=second)),
    BatchOperation(BatchUpsert(operation="upsert", body=JobUpsert(reference_id="REQ-1", title="Chef"))),
])
print("batch:", *[result.status for result in jobs.batch_jobs(batch).results])

third = JobCreate.from_dict(draft.to_dict() | {"referenceId": "REQ-3"})
judgement = jobs.validate_job(JobOrBatch(third)).actual_instance
print("validate:", str(judgement.valid).lower(), judgement.effect)

applications = ApplicationsApi(client)
candidate = dict(name="Zoé Tremblay", email="zoe@example.org", consent=True)
receipt = applications.create_application(str(job.id), ApplicationCreate(**candidate, cover_letter="Ten years."))
print("apply:", len(receipt.id))

resume = ResumeCreate(file_name="resume.txt", content=base64.b64encode(b"Ten years of bread.").decode())
receipt = applications.create_application(str(job.id), ApplicationCreate(**candidate, resume=resume))
print("applyWithFile:", len(receipt.id))
print("resume:", applications.get_application_resume(receipt.id).url.split(":")[0])

answers = [AnswerCreate.from_dict(answer) for answer in json.loads(os.environ["ANSWERS"])]
application = ApplicationCreate(**candidate, cover_letter="Ten years.", answers=answers)
receipt = applications.create_application(os.environ["ASKING_JOB"], application)
values = [answer.to_dict()["value"] for answer in applications.get_application(receipt.id).answers]
print("answers:", json.dumps(values, separators=(",", ":")))

for task, received in ("event", "EVENT"), ("test", "TEST_EVENT"):
    event = Event.from_json(os.environ[received])
    print(f"{task}:", event.id, event.type, event.data.job.id, event.data.by.type)

later = JobsApi(ApiClient(Configuration(host=os.environ["LATER_URL"], api_key=key)))
print("unknown:", later.get_job(job.id).status, end=" ")
error, problem = refusal(lambda: later.get_job(2147483647))
print(error.status, error.data.code)
