import type { KeyKind } from '../../api/operation.ts'
import { WardenError } from '../../shared/errors.ts'
import { isLoopback } from '../address.ts'
import { keyVariables } from '../transport.ts'

/** The base address, when a key may go there; else throws WardenError 'refused'. */
export function checkedBase(base: URL, insecureHttp: boolean): URL {
  if (base.username !== '' || base.password !== '')
    throw new WardenError({
      kind: 'refused',
      code: 'address-with-credentials',
      message: `the base address ${base.origin} must not hold a user name or password`,
      try: 'txwarden config explain',
    })
  if (base.protocol === 'https:') return base
  if (base.protocol !== 'http:')
    throw new WardenError({
      kind: 'refused',
      code: 'unknown-protocol',
      message: `${base.protocol}//${base.host} is not an address we can call: https://host, or http://host on this machine`,
      try: 'txwarden config explain',
    })
  if (insecureHttp || isLoopback(base.hostname)) return base
  throw new WardenError({
    kind: 'refused',
    code: 'plain-http',
    message: `${base.origin} is plain http: the API key could be read on the way`,
    details: ['Use https, or --insecure-http where the way there is trusted.'],
    try: 'txwarden config explain',
  })
}

/** The key, when there is one that a header can carry; else throws WardenError 'auth'. */
export function checkedKey(key: string | undefined, kind: KeyKind): string {
  const variable = keyVariables[kind]
  if (key === undefined || key === '')
    throw new WardenError({
      kind: 'auth',
      code: 'missing-key',
      message: `a ${kind} key is needed, and neither the profile nor ${variable} has one`,
      try: 'txwarden auth login',
    })
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new WardenError({
    kind: 'auth',
    code: 'malformed-key',
    message: `the ${kind} key holds spaces, line breaks or other characters that no key has`,
    try: 'txwarden auth login',
  })
}
