/** Entries of an archive, directories included. */
export const ARCHIVE_ENTRIES_MAX = 50_000
/** Bytes of all unpacked entries together, by the directory of the archive. */
export const UNPACKED_BYTES_MAX = 16 * 1024 ** 3
/** Unpacked bytes of an entry for each packed one. Deflate reaches 1,032; texts rarely reach 20. */
export const COMPRESSION_RATIO_MAX = 200
/** Smaller entries may be packed tighter: a file of spaces is no attack. */
export const RATIO_BYTES_MIN = 1024 * 1024
/** Bytes of one text in an archive: a page, a Markdown file, a table. */
export const TEXT_BYTES_MAX = 16 * 1024 * 1024
/** Bytes of a file with all posts: the JSON of Ghost, the XML of WordPress. */
export const LIBRARY_BYTES_MAX = 128 * 1024 * 1024
/** Posts and people of one import. */
export const IMPORT_ENTRIES_MAX = 20_000
export const IMPORT_PEOPLE_MAX = 20_000
/** Bytes of the HTML or Markdown of one post. More than a post may have, because HTML is longer. */
export const POST_SOURCE_BYTES_MAX = 4_000_000
/** Levels of elements in a post; deeper ones make a post too complex. */
export const POST_DEPTH_MAX = 500
/** Time for one entry: ordinary ones take milliseconds. A thread that takes longer is ended, and the entry refused. */
export const ENTRY_MS_MAX = 30_000
/** Time to list an archive until its first entry: a library of 128 MB is parsed in a few seconds. */
export const OPEN_MS_MAX = 120_000
/** Memory of the thread that reads an archive. */
export const THREAD_HEAP_MB_MAX = 768
/** Files of one post and of one import. */
export const POST_FILES_MAX = 200
export const IMPORT_FILES_MAX = 20_000
/** A host that failed this often in a row is not asked again in the same run. */
export const HOST_FAILURES_MAX = 10
/** Time for one file, from the first byte to the end of its examination. */
export const FILE_MS_MAX = 15 * 60_000
/** Work on one import before others have their turn. */
export const SLICE_MS_MAX = 60_000
/** Runs of one import that may fail in a row before it is given up. */
export const IMPORT_ATTEMPTS_MAX = 8
/** Imports of one person that are not final, and in one day. */
export const OPEN_IMPORTS_MAX = 3
export const IMPORTS_A_DAY_MAX = 20
/** An import that waits for its creator's decision is deleted with its archive after this time. */
export const READY_MS_MAX = 7 * 86_400_000
