import type { RequestPreview } from '../client/preview-request.ts'
import type { Context } from './context/context.ts'

/** No failure: printing a request instead of sending it is what was asked for. */
export async function printRequestPreview(
  context: Pick<Context, 'out'>,
  { reason, request, text }: RequestPreview,
): Promise<void> {
  if (reason === 'dry-run' && context.out.isJson) await context.out.document(request)
  else await context.out.text(text)
}
