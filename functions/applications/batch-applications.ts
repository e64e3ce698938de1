import { batchHandler } from '../jobs/batch/batch-handler.ts';
import { runAuthenticated } from '../accounts/authenticated-operation.ts';
import { batchServicesFor, type ApplicationWrites } from './services.ts';
import { deleteApplication } from './delete-application.ts';
import { updateApplication } from './update-application.ts';

const performers = {
  updateApplication: runAuthenticated<'updateApplication', ApplicationWrites>(
    'updateApplication',
    updateApplication,
  ),
  deleteApplication: runAuthenticated<'deleteApplication', ApplicationWrites>(
    'deleteApplication',
    deleteApplication,
  ),
};

/** Guide: receiving-applications 7. */
export const handler = batchHandler('batchApplications', batchServicesFor, {
  performers,
  carriedBy: ({ operation }) => (operation === 'delete' ? 'deleteApplication' : 'updateApplication'),
  effectOf: ({ effect }: ApplicationWrites, carried) =>
    carried === 'deleteApplication' ? 'delete' : effect(),
  resultMembers: (application, isMinimal) => (isMinimal ? {} : { application }),
});
