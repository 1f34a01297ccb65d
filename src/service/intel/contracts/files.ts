export { functionProblems } from './contract-record.ts'
export { draftEffects, effectsText } from './draft-effects.ts'
export { readDescriptors } from './erc7730/read-descriptors.ts'
export { readContractFiles } from './read-files.ts'
