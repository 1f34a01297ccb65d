import type { RequestPreview } from '../../client/requests/preview-request.ts'
import type { Context } from '../context/context.ts'

/** Prints a request that was not sent because of --dry-run or --curl. */
export async function printRequestPreview(
  context: Pick<Context, 'out'>,
  { reason, request, text }: RequestPreview,
): Promise<void> {
  if (reason === 'dry-run' && context.out.isJson) await context.out.document(request)
  else await context.out.text(text)
}
