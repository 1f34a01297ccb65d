import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { readSecret } from '../../cli/input/read-input.ts'
import { parsed, text } from '../../cli/options.ts'

/** No service: the queue is not read. */
export const NONE = 'none'
export const HOSTED = 'hosted'

export const serviceOptions = {
  service: parsed('url', `base URL of its transaction service, \`${HOSTED}\` or \`${NONE}\``, (flag, given) => {
    const isUrl = URL.canParse(given) && /^https?:/i.test(given)
    if (isUrl || given === HOSTED || given === NONE) return given
    throw usageError(`${flag} is not a URL, \`${HOSTED}\` or \`${NONE}\``)
  }),
  keyFile: text('file', 'read the key of the service from a file; - is stdin'),
}

/** The key from the file of the flag, else from the environment. */
export async function readServiceKey(context: Context, keyFile: string | undefined): Promise<string | undefined> {
  return (await readSecret(context, 'key', keyFile)) ?? context.env.SAFE_API_KEY
}

/** The members of a body. Prompts for the key of the public service where none is given. */
export async function serviceMembers(
  context: Context,
  url: string,
  key: string | undefined,
): Promise<{ readonly serviceUrl: string; readonly serviceKey?: string }> {
  const prompt = key || url !== HOSTED || !context.canAsk ? undefined : await context.prompt()
  const typed = prompt ? await prompt.secret({ message: 'Key of the Safe transaction service (empty: none)' }) : key
  return { serviceUrl: url, ...(typed && { serviceKey: typed }) }
}
