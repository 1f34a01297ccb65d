import { parseProxy, proxyText } from '../../../client/transports/connections.ts'
import type { Env } from '../../../config/paths.ts'
import { type Check, type CheckVerdict, fail, pass } from '../check.ts'

export const proxy: Check = {
  name: 'proxy',
  look: async ({ context, configuration }) =>
    configuration?.addresses ? ['HTTPS_PROXY', 'HTTP_PROXY'].flatMap((name) => proxyVerdicts(context.env, name)) : [],
}

/** Shows only the host, because the URL may contain user and password. */
function proxyVerdicts(env: Env, name: string): CheckVerdict[] {
  const text = proxyText(env, name)
  if (text === '') return []
  const url = parseProxy(text)
  if (!url) return [fail(`${name} is not a proxy URL`, `export ${name}=http://<host>:<port>`)]
  return [pass(`${name}: requests to other machines go through ${url.protocol}//${url.host}`)]
}
