import type { Env } from '../../../config/paths.ts'
import { type Check, fail, pass, type Verdict } from '../check.ts'

export const proxy: Check = {
  name: 'proxy',
  look: async ({ context, configuration }) =>
    configuration?.addresses ? ['HTTPS_PROXY', 'HTTP_PROXY'].flatMap((name) => proxyVerdicts(context.env, name)) : [],
}

/** Named by its host alone: user and password are often part of the address. */
function proxyVerdicts(env: Env, name: string): Verdict[] {
  const text = proxyOf(env, name)
  if (text === '') return []
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (!url || !/^https?:$/.test(url.protocol))
    return [fail(`${name} is not the address of a proxy`, `export ${name}=http://<host>:<port>`)]
  return [pass(`${name}: requests to other machines go through ${url.protocol}//${url.host}`)]
}

/** In lower case first, as the transport reads it. */
export function proxyOf(env: Env, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim()
}
