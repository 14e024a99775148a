/** The leaf of the brand. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="22" fill="#1d4d36"/><path d="M50 84C20 66 22 36 50 14c28 22 30 52 0 70z" fill="#fff"/></svg>';

/** One sheet for all pages: light and dark, from 360 pixels on. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2420;--quiet:#59645e;--paper:#fbfaf7;--card:#fff;--line:#dedbd2;--leaf:#1f6b45;--on-leaf:#fff;--warn:#8a3b12;--warn-paper:#fdf0e4}
@media (prefers-color-scheme:dark){:root{--ink:#ecefe9;--quiet:#a7b1aa;--paper:#131814;--card:#1c231e;--line:#364039;--leaf:#7ccf9f;--on-leaf:#0d1f15;--warn:#f3b48a;--warn-paper:#33241a}}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main,.top,.categories,footer{max-width:72rem;margin:0 auto;padding:1rem}
a{color:var(--leaf)}h1{font:600 2rem/1.2 Georgia,serif;margin:1rem 0}h2{font:600 1.25rem/1.3 Georgia,serif;margin:2rem 0 1rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem}
.top{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center}
.brand{font:600 1.4rem Georgia,serif;text-decoration:none;color:var(--ink)}
.search{display:flex;flex:1 1 16rem;gap:.5rem;position:relative}.search input{flex:1;min-width:0}
.suggestions{list-style:none;margin:.25rem 0 0;padding:.25rem;position:absolute;z-index:1;top:100%;left:0;right:0;max-height:70vh;overflow:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--card);box-shadow:0 .5rem 1.5rem #0003}
.suggestions li{display:flex;align-items:center;gap:.75rem;padding:.4rem;border-radius:.35rem;cursor:pointer}.suggestions li:hover,.suggestions [aria-selected=true]{background:var(--paper)}.suggestions [aria-selected=true]{outline:2px solid var(--leaf);outline-offset:-2px}
.suggestions img,.suggestions .art{width:2.5rem;height:2.5rem;flex:none;border-radius:.35rem;object-fit:cover}.suggestions .name{padding:0;flex:1}
.visitor{display:flex;gap:1.25rem}.visitor a,.categories a{padding:.25rem 0;text-decoration:none}.visitor a:hover,.categories a:hover{text-decoration:underline}
.legal{white-space:pre-wrap;max-height:16rem;overflow:auto}
.count{background:var(--leaf);color:var(--on-leaf);border-radius:1rem;padding:0 .5rem}
.categories{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;border-block:1px solid var(--line);padding-block:.5rem}
input,select,button,.button{font:inherit;color:inherit;min-height:2.75rem;padding:.4rem .8rem;border:1px solid var(--quiet);border-radius:.5rem;background:var(--card)}
input[type=number]{width:5.5rem}input[type=radio],input[type=checkbox]{min-height:0;width:1.2rem;height:1.2rem;accent-color:var(--leaf)}
button,.button{cursor:pointer;display:inline-flex;align-items:center;justify-content:center;text-decoration:none;font-weight:600}
.primary,.button{background:var(--leaf);color:var(--on-leaf);border-color:var(--leaf)}
:focus-visible{outline:3px solid var(--leaf);outline-offset:2px}
.hero{padding:3rem 1.5rem;margin-bottom:1rem;border-radius:1rem;background:#1d4d36;color:#fff}.hero h1{margin-top:0;font-size:clamp(2rem,5vw,3rem)}.hero .button{background:#fff;border-color:#fff;color:#1d4d36}
.grid{list-style:none;padding:0;margin:1.5rem 0;display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.25rem}
@media (max-width:40rem){.grid{grid-template-columns:1fr 1fr;gap:.75rem}.name,.card .price,.card .quiet{padding-inline:.75rem}.visitor{margin-left:auto}.top .search{order:1;flex-basis:100%}}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow:hidden;display:flex;flex-direction:column;padding-bottom:.75rem}
.card a{text-decoration:none;color:inherit}.card a:hover .name{text-decoration:underline}.name,.card .price,.card .quiet{display:block;padding:.25rem 1rem 0}.name{font-weight:600;padding-top:.75rem}
.card img,.art,.product img{display:block;width:100%;height:auto;aspect-ratio:1;object-fit:cover}.gallery>.art,.gallery>img,.gallery>picture img,.thumbnails img{border-radius:.75rem}
.art path{fill:#ffffffc9}.art .vein{fill:none;stroke:#00000038;stroke-width:1;stroke-linecap:round}
.art-0 rect{fill:#4d7c5b}.art-1 rect{fill:#b3833c}.art-2 rect{fill:#7c4a3b}.art-3 rect{fill:#4b6f8a}.art-4 rect{fill:#76618c}.art-5 rect{fill:#8a8f3f}
.price{font-variant-numeric:tabular-nums}.quiet{color:var(--quiet)}
.check{display:flex;gap:.5rem;align-items:center}
.chips,.facets ul{list-style:none;padding:0;margin:0}.chips{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}.chips a{display:block;padding:.25rem .9rem;border:1px solid var(--line);border-radius:2rem;background:var(--card);text-decoration:none}.chips a:hover{border-color:var(--leaf)}
.bar{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between}.bar .inline{margin:0}
.facets h2{font-size:1rem;margin:1rem 0 .25rem}.facets li a{display:flex;justify-content:space-between;gap:1rem;padding:.25rem 0;color:inherit;text-decoration:none}.facets li a:hover{text-decoration:underline}.facets [aria-current]{font-weight:600;color:var(--leaf)}
@media (min-width:60rem){.list:has(.facets){display:grid;grid-template-columns:13rem 1fr;gap:2rem}.facets summary{display:none}.facets::details-content{content-visibility:visible;display:block}}
.pages{display:flex;gap:1.5rem}.languages,.legal-links{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}.languages a,.legal-links a{padding:.25rem 0}
.product,.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:2rem;align-items:start}
fieldset{border:0;padding:0;margin:1rem 0}legend{padding:0;font-weight:600;margin-bottom:.5rem}
.choice{display:flex;gap:.75rem;align-items:baseline;border:1px solid var(--line);background:var(--card);border-radius:.5rem;padding:.75rem 1rem;margin-bottom:.5rem}.choice strong{margin-left:auto}.offer s,.offer small{color:var(--quiet)}.offer s{margin-left:.5rem}.offer>small{display:block}
.product h1{margin-top:0}.product .offer{margin:.5rem 0 1rem}.product .offer strong{font-size:1.5rem;font-variant-numeric:tabular-nums}
.steps{padding-left:1.25rem;color:var(--quiet)}.description{white-space:pre-line;border-top:1px solid var(--line);padding-top:1rem}
.choices{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}.choices span:first-child{flex-basis:100%;font-weight:600}
.choices a{min-height:2.75rem;display:inline-flex;align-items:center;padding:.4rem 1rem;border:1px solid var(--quiet);border-radius:.5rem;background:var(--card);color:inherit;text-decoration:none}.choices a:hover{border-color:var(--leaf)}
.choices a[aria-current]{border-color:var(--leaf);box-shadow:inset 0 0 0 1px var(--leaf);font-weight:600}.choices .gone{color:var(--quiet);text-decoration:line-through}
.buy{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:1.5rem 0}.buy label{display:grid;gap:.25rem}.buy .primary{flex:1;min-width:12rem}
.slides{list-style:none;margin:0;padding:0;display:flex;overflow-x:auto;scroll-snap-type:x mandatory;border-radius:.75rem}.slides li{flex:0 0 100%;scroll-snap-align:start;scroll-margin-top:6rem}
.thumbnails{list-style:none;padding:0;margin:.75rem 0 0;display:flex;flex-wrap:wrap;gap:.5rem}.thumbnails a,.thumbnails img{display:block;width:5rem;height:5rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.text{white-space:pre-wrap;max-width:44rem}
.inline{display:flex;gap:.5rem;align-items:center;flex-wrap:wrap;margin:1rem 0}
.hours{margin:.25rem 0;font-weight:400}.hours dd{margin:0}@media (min-width:30rem){.hours{display:grid;grid-template-columns:auto 1fr;gap:0 1rem}}.way{font-weight:600}.choice address{font-weight:400}.choice input{align-self:start;margin-top:.15rem}
.stack{display:grid;gap:1rem;max-width:28rem}.stack label:not(.choice){display:grid;gap:.25rem;font-weight:600}.stack h2{margin:0}
.lines{list-style:none;padding:0}.lines li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;border-bottom:1px solid var(--line);padding:.75rem 0}.lines li>div{flex:1 1 12rem}.lines form{display:flex;gap:.5rem;align-items:center}.lines .price{margin-left:auto;text-align:right}.lines form~.price{min-width:5.5rem}
.totals{display:grid;grid-template-columns:1fr auto;max-width:24rem;margin:1rem 0 1.5rem auto}.totals dt,.totals dd{padding:.15rem 0}.totals dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}.sum{font-weight:700;font-size:1.15rem;border-top:1px solid var(--line)}.due{display:flex;justify-content:space-between;font-size:1.15rem;margin:1.5rem 0 .75rem}.due+.primary{width:100%}.totals+.button{display:flex;max-width:24rem;margin-left:auto}
summary{cursor:pointer;font-weight:600;padding:.5rem 0}.return{margin:1.5rem 0}
.notice{display:block;color:var(--warn);background:var(--warn-paper);border-radius:.5rem;padding:.5rem .75rem}
.status{display:inline-block;border:1px solid var(--leaf);color:var(--leaf);border-radius:2rem;padding:.25rem 1rem;font-weight:600}
.facts{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem;max-width:44rem}.facts dt{color:var(--quiet)}.facts dd{margin:0}
address{font-style:normal}footer{color:var(--quiet);margin-top:3rem;border-top:1px solid var(--line)}
`;
