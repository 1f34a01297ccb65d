import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { EVERY_CHAIN, nameSources } from '../vocabulary.ts'
import { numberedPage } from './page.ts'
import { address, chainId, component, list, lookUpText, name, shown } from './primitives.ts'

/** All of them are compared with one that is added. */
export const MAX_NAMES = 10_000
/** Addresses of a page of a list. */
const MAX_LOOKED_UP = 200

const nameMembers = lazily(() => ({
  address: shown.address(),
  chainId: z.string().meta({ description: '`all`: on every chain.' }),
  name: z.string(),
}))

export const addressName = component('AddressName', () => ({ ...nameMembers(), source: z.enum(nameSources) }))
/** A name that people gave an address. It vouches for nothing. */
export type AddressName = z.output<ReturnType<typeof addressName>>

/** How another name or address is like the one that is given. */
const likenessCodes = ['same-name', 'similar-name', 'similar-address'] as const

/** A name with the others that it can be taken for. */
export const namedAddress = component('NamedAddress', () => ({
  ...nameMembers(),
  source: z.enum(nameSources),
  alike: z.array(z.object({ ...nameMembers(), source: z.enum(nameSources), code: z.enum(likenessCodes) })).meta({
    description:
      'Other addresses that it can be taken for. same-name: they have the name, too · similar-name: the names look alike · similar-address: the addresses have the same first and last digits.',
  }),
  policies: z.array(z.string()).optional().meta({
    description: 'Policies that have the name, or the one that the address had; absent: none, or no change.',
  }),
}))
export type NamedAddress = z.output<ReturnType<typeof namedAddress>>

/** What a name begins with when it is typed in the place of an address. */
const NOT_A_NAME = /^(?:@|0x[0-9a-f]{4})/i

export const nameGiven = component('NameGiven', () => ({
  address: address(),
  chainId: z
    .union([z.literal(EVERY_CHAIN), chainId()])
    .nullish()
    .meta({ default: EVERY_CHAIN }),
  name: name().refine((text) => !NOT_A_NAME.test(text), 'is not a name: it begins with @ or like an address'),
}))

export const namePage = component('NamePage', () => numberedPage(addressName()))

const addresses = lazily(() => list(address(), { max: MAX_LOOKED_UP }))

/** Names are looked up by a name, or by addresses. */
export const nameQuery = lazily(() =>
  z
    .object({
      name: lookUpText().optional().meta({ description: 'The whole name, in any case.' }),
      ens: lookUpText().optional().meta({
        description: 'A name of ENS, such as vitalik.eth, in ASCII: a node of Ethereum is read.',
      }),
      address: z.union([address(), addresses()]).optional().meta({ description: 'Repeatable.' }),
      chainId: chainId().optional().meta({ description: 'Only what holds on this chain.' }),
    })
    .refine(({ name: named, ens, address: at }) => [named, ens, at].filter((each) => each !== undefined).length === 1, {
      error: 'needs one of name, ens and address',
    }),
)

export const namesFound = component('NamesFound', () => ({
  content: z.array(
    addressName()
      .extend({ source: z.enum([...nameSources, 'ens']) })
      .meta({ id: 'FoundName' }),
  ),
  near: z.array(z.string()).meta({ description: 'Where none has the name: names like it.' }),
}))
