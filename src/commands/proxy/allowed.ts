import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { treatmentOf, validatedNameOf } from '../../proxy/decide/methods.ts'
import type { ProxyInput } from './proxy-options.ts'

/** Name of a method, the start of one, or all. */
const METHOD = /^(?:[A-Za-z][A-Za-z0-9]*[_.][A-Za-z0-9_.]*\*?|\*)$/

/** Refuses what could have no effect, and says what opens everything. @throws WardenError usage */
export async function checkAllowed(
  { note }: Context,
  { allowMethod = [], allowOrigin = [] }: Pick<ProxyInput, 'allowMethod' | 'allowOrigin'>,
): Promise<void> {
  for (const method of allowMethod) {
    const shown = JSON.stringify(method)
    if (!METHOD.test(method))
      throw usageError(`--allow-method: ${shown} is not a method, such as eth_sign, or the start of some, as anvil_*`)
    const exact = validatedNameOf(method)
    if (exact === method)
      throw usageError(`--allow-method: ${shown} is always validated; --observe forwards everything`)
    if (exact !== undefined) throw usageError(`--allow-method: ${shown} is ${exact} in another case, which is refused`)
    if (!method.endsWith('*') && treatmentOf(method, [method]) === 'refuse')
      throw usageError(`--allow-method: ${shown} is no name that a method can have`)
  }
  if (allowMethod.includes('*'))
    await note(
      '! --allow-method *: every method is forwarded; only what carries a transaction, a user operation or a message has a verdict',
    )
  for (const origin of allowOrigin)
    if (!isOrigin(origin))
      throw usageError(
        `--allow-origin: ${JSON.stringify(origin)} is not an origin, such as https://app.example or chrome-extension://<id>`,
      )
}

/** As browsers send it: without a path, and a slash at the end. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.host !== '' && text === `${url.protocol}//${url.host}`
}
