import * as z from 'zod'
import { checksummed, HEX_ADDRESS } from '../../api/address.ts'
import { alertCreate } from '../../api/schemas/alert.ts'
import { entryCreate } from '../../api/schemas/control-list.ts'
import { destinationWrite } from '../../api/schemas/destination.ts'
import { monitorCreate } from '../../api/schemas/monitor.ts'
import { name } from '../../api/schemas/primitives.ts'
import type { Kind } from './kind-names.ts'

/** Members of an object by their names in the contract. */
export type Members = Readonly<Record<string, unknown>>

interface KindRow {
  /** What a document may hold beside its kind: what creates the object, alerts with names of destinations for ids. */
  readonly schema: z.ZodObject
  /** Members that hold more than text: everything else is read as it is written, `0x…` and `1` too. */
  readonly typed: readonly string[]
  /** What tells it from others of its kind, on every service alike. */
  identity(members: Members): string
}

export const kindRows: Readonly<Record<Kind, KindRow>> = {
  destination: { schema: destinationWrite(), typed: [], identity: ({ name }) => text(name) },
  'control-list': {
    schema: entryCreate(),
    typed: [],
    identity: ({ type, productType, address }) => `${text(type)} ${text(productType)} ${addressText(address)}`,
  },
  monitor: {
    schema: monitorCreate(),
    typed: ['enabled'],
    identity: ({ chainId, address }) => `${addressText(address)} on chain ${text(chainId)}`,
  },
  alert: {
    schema: alertCreate()
      .omit({ destinationIds: true })
      .extend({ destinations: z.array(name()).nullish(), isActive: z.boolean().nullish() }),
    typed: ['isActive', 'transactionFilter'],
    identity: ({ alertName }) => text(alertName),
  },
}

/** The members of each kind that may be secrets; only they take variables. */
export const secretMembers: Readonly<Record<Kind, readonly string[]>> = {
  destination: ['webhookUrl', 'attributes.token'],
  'control-list': [],
  monitor: [],
  alert: [],
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Any case is the same address; forms that only a service knows are compared as they are. */
export function addressText(value: unknown): string {
  const address = text(value)
  return HEX_ADDRESS.test(address) ? checksummed(address) : address
}
