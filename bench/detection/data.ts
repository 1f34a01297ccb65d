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

/** What a feed says in one of its rows, read without the importer. */
export interface FeedRow extends Spender {
  readonly source: string
  readonly says: 'malicious' | 'benign' | 'token'
}

/** The labelled data that is measured on. */
export interface Data {
  readonly origin: string
  readonly payoffs: readonly Payoff[]
  readonly benign: readonly BenignTransaction[]
  readonly spenders: readonly Spender[]
  /** Those that name who is no danger are `knowing`. */
  readonly feeds: readonly (Feed & { readonly knowing: boolean })[]
  readonly rows: readonly FeedRow[]
}

/**
 * Published data from a folder that is no part of the project, or the project's own samples where there is none.
 * Throws when a folder was named that is not there: samples must not pass for it.
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
    spenders: sampleSpenders(),
    feeds: sampleFeeds(),
    rows: sampleRows(),
  }
}

function publishedData(folder: string): Data {
  return {
    origin: 'published data',
    payoffs: publishedPayoffs(folder),
    benign: publishedBenign(folder),
    spenders: publishedSpenders(folder),
    feeds: publishedFeeds(folder),
    rows: publishedRows(folder),
  }
}

function besideTheProject(): string {
  return join(import.meta.dirname, '..', '..', '..', 'shared', 'intel')
}
