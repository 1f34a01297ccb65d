import type { NotSent } from '../client/not-sent.ts'
import type { Context } from './context/context.ts'

/** No failure: printing a request instead of sending it is what was asked for. */
export async function printNotSent(context: Pick<Context, 'out'>, { reason, request, text }: NotSent): Promise<void> {
  if (reason === 'dry-run' && context.out.isJson) await context.out.document(request)
  else await context.out.text(text)
}
