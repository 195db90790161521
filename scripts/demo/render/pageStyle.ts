import type { Ink } from "../pictures/inks.ts"

/** One quiet sheet for all pages, in the colours of the site. */
export const pageStyle = (ink: Ink): string => `
body{margin:0;background:${ink.paper};color:${ink.dark};font:1.05rem/1.65 Georgia,"Noto Serif",serif}
header,main,footer{max-width:42rem;margin:auto;padding:1.25rem}
header{border-bottom:3px solid ${ink.near}}header a{display:flex;gap:.75rem;align-items:center;font-size:1.7rem;font-weight:700;text-decoration:none}
header p,.when,footer{color:${ink.near};font-size:.92rem;margin:.25rem 0}
a{color:${ink.near}}h1,h2{line-height:1.25;text-wrap:balance}h2{font-size:1.25rem;margin:.5rem 0 0}article h2{margin:2rem 0 .5rem}
.items,.sites{list-style:none;padding:0}.items li{border-top:1px solid ${ink.sky};padding:1.25rem 0}.sites li{margin:.75rem 0}
.sites img{vertical-align:middle;margin-right:.6rem}.drawn,video,figure img,article>p>img{width:100%;height:auto;border-radius:.4rem}
audio{width:100%}figure{margin:1.5rem 0}figcaption{font-size:.9rem;color:${ink.near}}
blockquote{margin:1.5rem 0;padding-left:1.2rem;border-left:4px solid ${ink.bright};font-style:italic}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid ${ink.sky};padding:.35rem .5rem;text-align:left}
pre{background:${ink.dark};color:${ink.paper};padding:1rem;overflow:auto;border-radius:.4rem;font-size:.9rem}
footer{border-top:1px solid ${ink.sky}}`
