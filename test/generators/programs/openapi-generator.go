package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	jobs "example/client"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func refusal(err error) jobs.Problem {
	var failed *jobs.GenericOpenAPIError
	errors.As(err, &failed)
	return failed.Model().(jobs.Problem)
}

func clientAt(url, key string) *jobs.APIClient {
	configuration := jobs.NewConfiguration()
	configuration.Servers = jobs.ServerConfigurations{{URL: url}}
	configuration.AddDefaultHeader("API-Key", key)
	return jobs.NewAPIClient(configuration)
}

func main() {
	ctx, client := context.Background(), clientAt(os.Getenv("URL"), os.Getenv("API_KEY"))

	// create

	fmt.Printf("create: %.2f\n", job.Salary.Get().GetAmount())

	change := jobs.NewJobUpsert("REQ-1")
	change.SetTitle("Cook")
	job = must(client.JobsAPI.UpsertJob(ctx).JobUpsert(*change).Execute())
	fmt.Printf("upsert: %s %.2f\n", job.Title, job.Salary.Get().GetAmount())

	change = jobs.NewJobUpsert("REQ-1")
	change.SetSalaryNil()
	job = must(client.JobsAPI.UpsertJob(ctx).JobUpsert(*change).Execute())
	if job.Salary.Get() == nil {
		fmt.Println("clear: null")
	}

	page := must(client.JobsAPI.ListJobs(ctx).Execute())
	fmt.Println("list:", page.Paging.GetTotal(), page.Data[0].Title)

	named := must(client.JobsAPI.ListJobs(ctx).ReferenceId([]string{"REQ-1"}).Execute())
	fmt.Println("named:", named.Data[0].GetReferenceId())

	since := must(client.JobsAPI.ListJobs(ctx).UpdatedSince(*job.UpdatedAt.Get()).Execute())
	fmt.Println("since:", since.Data[len(since.Data)-1].Title)

	reads := jobs.NewKeyCreate("Reads jobs")
	reads.SetPermissions([]string{"jobs:read"})
	reader := clientAt(os.Getenv("URL"), must(client.KeysAPI.CreateKey(ctx).KeyCreate(*reads).Execute()).Key)
	_, err := reader.JobsAPI.DeleteJob(ctx, job.Id).Execute()
	problem := refusal(err)
	fmt.Println("limited:", must(reader.JobsAPI.GetJob(ctx, job.Id).Execute()).Title, problem.Status, problem.Code)

	change = jobs.NewJobUpsert("REQ-1")
	change.SetApplicationEmail("nobody@")
	_, _, err = client.JobsAPI.UpsertJob(ctx).JobUpsert(*change).Execute()
	problem = refusal(err)
	fmt.Println("refused:", problem.Status, problem.Code, problem.Errors[0].GetPointer())

	_, _, err = client.JobsAPI.GetJob(ctx, job.Id).IfMatch(`"another"`).Execute()
	problem = refusal(err)
	fmt.Println("changed:", problem.Status, problem.Code)

	second, third := *draft, *draft
	second.SetReferenceId("REQ-2")
	third.SetReferenceId("REQ-3")
	change = jobs.NewJobUpsert("REQ-1")
	change.SetTitle("Chef")
	batch := jobs.NewBatch([]jobs.BatchOperation{
		jobs.BatchCreateAsBatchOperation(jobs.NewBatchCreate("create", second)),
		jobs.BatchUpsertAsBatchOperation(jobs.NewBatchUpsert("upsert", *change)),
	})
	results := must(client.JobsAPI.BatchJobs(ctx).Batch(*batch).Execute()).Results
	fmt.Println("batch:", results[0].Status, results[1].Status)

	body := jobs.JobCreateAsJobOrBatch(&third)
	judgement := must(client.JobsAPI.ValidateJob(ctx).JobOrBatch(body).Execute()).Judgement
	fmt.Println("validate:", judgement.Valid, judgement.Effect)

	application := jobs.NewApplicationCreate("Zoé Tremblay", "zoe@example.org", true)
	application.SetCoverLetter("Ten years.")
	id := fmt.Sprint(job.Id)
	receipt := must(client.ApplicationsAPI.CreateApplication(ctx, id).ApplicationCreate(*application).Execute())
	fmt.Println("apply:", len(receipt.Id))

	application = jobs.NewApplicationCreate("Zoé Tremblay", "zoe@example.org", true)
	content := base64.StdEncoding.EncodeToString([]byte("Ten years of bread."))
	resume := jobs.NewResumeCreate()
	resume.SetFileName("resume.txt")
	resume.SetContent(content)
	application.SetResume(*resume)
	receipt = must(client.ApplicationsAPI.CreateApplication(ctx, id).ApplicationCreate(*application).Execute())
	fmt.Println("applyWithFile:", len(receipt.Id))

	address := must(client.ApplicationsAPI.GetApplicationResume(ctx, receipt.Id).Execute())
	fmt.Println("resume:", strings.Split(address.Url, ":")[0])

	application = jobs.NewApplicationCreate("Zoé Tremblay", "zoe@example.org", true)
	application.SetCoverLetter("Ten years.")
	if err := json.Unmarshal([]byte(os.Getenv("ANSWERS")), &application.Answers); err != nil {
		panic(err)
	}
	asking := client.ApplicationsAPI.CreateApplication(ctx, os.Getenv("ASKING_JOB"))
	receipt = must(asking.ApplicationCreate(*application).Execute())
	var values []any
	for _, answer := range must(client.ApplicationsAPI.GetApplication(ctx, receipt.Id).Execute()).Answers {
		values = append(values, answer.Value)
	}
	said, _ := json.Marshal(values)
	fmt.Println("answers:", string(said))

	for task, received := range map[string]string{"event": "EVENT", "test": "TEST_EVENT"} {
		var event jobs.Event
		if err := json.Unmarshal([]byte(os.Getenv(received)), &event); err != nil {
			panic(err)
		}
		fmt.Printf("%s: %d %s %d %s\n", task, event.Id, event.Type, event.Data.Job.Id, event.Data.By.Type)
	}

	later := clientAt(os.Getenv("LATER_URL"), os.Getenv("API_KEY"))
	read := must(later.JobsAPI.GetJob(ctx, job.Id).Execute())
	_, _, err = later.JobsAPI.GetJob(ctx, 2147483647).Execute()
	problem = refusal(err)
	fmt.Println("unknown:", read.Status, problem.Status, problem.Code)
}
