import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import * as names from '../schemas/name.ts'
import { pageQuery } from '../schemas/page.ts'
import { chainId, lookUpText } from '../schemas/primitives.ts'
import { nameSources } from '../vocabulary.ts'
import type { OperationRow } from './operation.ts'

/** Names of addresses. */
export const nameAdditions = {
  listNames: {
    method: 'GET',
    path: '/ext/v1/names',
    summary: 'List the names of addresses',
    query: lazily(() =>
      pageQuery(['name', 'chainId', 'address', 'source']).extend({
        name: lookUpText().optional().meta({ description: 'A part of the name, in any case.' }),
        address: lookUpText().optional().meta({ description: 'Exact match, any case.' }),
        chainId: chainId().optional().meta({ description: 'Only what holds on this chain.' }),
        source: z.enum(nameSources).optional(),
      }),
    ),
    output: names.namePage,
  },
  findNames: {
    method: 'GET',
    path: '/ext/v1/names/find',
    key: 'validation',
    summary: 'Find the addresses with a name, or the names of addresses',
    query: names.nameQuery,
    output: names.namesFound,
  },
  setName: {
    method: 'PUT',
    path: '/ext/v1/names',
    summary: 'Name an address, in place of an earlier name',
    body: names.nameGiven,
    output: names.namedAddress,
  },
  deleteName: {
    method: 'DELETE',
    path: '/ext/v1/names/{chainId}/{address}',
    summary: 'Remove the name of an address',
    output: names.addressName,
  },
} as const satisfies Record<string, OperationRow>
