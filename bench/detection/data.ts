import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from '../../src/service/risk/types.ts'
import type { Feed } from './knowledge.ts'
import { publishedBenign, publishedFeeds, publishedPayoffs, publishedRows, publishedSpenders } from './published.ts'
import { sampleBenign, sampleFeeds, samplePayoffs, sampleRows, sampleSpenders } from './samples.ts'
import type { Payoff } from './transactions.ts'

export interface BenignTransaction {
  readonly name: string
  readonly transaction: Transaction
}

export interface Spender {
  readonly chainId: string
  readonly address: string
}

/** One row of a feed, read without the importer. */
export interface FeedRow extends Spender {
  readonly source: string
  readonly says: 'malicious' | 'benign' | 'token'
}

/** The labelled data. */
export interface Data {
  readonly origin: string
  readonly payoffs: readonly Payoff[]
  /** Sent by the signer, or by the account that the data names. */
  readonly benign: readonly BenignTransaction[]
  /** The same, unsigned ones sent by an invented address. */
  readonly benignByStrangers: readonly BenignTransaction[]
  readonly spenders: readonly Spender[]
  /** `knowing`: the feed has benign labels. */
  readonly feeds: readonly (Feed & { readonly knowing: boolean })[]
  readonly rows: readonly FeedRow[]
}

/**
 * Published data from a folder outside the project, or the project's samples without one. Throws when the named folder
 * does not exist, so that samples do not replace it.
 */
export function openData(): Data {
  const named = process.env.TXWARDEN_INTEL_DATA
  if (named && !existsSync(named)) throw new Error(`TXWARDEN_INTEL_DATA: there is no folder ${named}`)
  const folder = named || besideTheProject()
  return existsSync(folder) ? publishedData(folder) : sampleData()
}

export function sampleData(): Data {
  return {
    origin: 'the project’s own samples',
    payoffs: samplePayoffs(),
    benign: sampleBenign(),
    benignByStrangers: sampleBenign(),
    spenders: sampleSpenders(),
    feeds: sampleFeeds(),
    rows: sampleRows(),
  }
}

function publishedData(folder: string): Data {
  return {
    origin: 'published data',
    payoffs: publishedPayoffs(folder),
    ...publishedBenign(folder),
    spenders: publishedSpenders(folder),
    feeds: publishedFeeds(folder),
    rows: publishedRows(folder),
  }
}

function besideTheProject(): string {
  return join(import.meta.dirname, '..', '..', '..', 'shared', 'intel')
}
