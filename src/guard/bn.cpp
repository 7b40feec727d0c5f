#include <ctime>
#include <cstdio>
#include "guard/redact.h"
#include "guard/redact_samples.h"
using namespace nacre::guard;
int main(int c,char**v){ for(const char*n:{"negatives-en.jsonl","negatives-zh.jsonl","negatives-code.jsonl","negatives-logs.jsonl"}){ if(c>1&&std::string(n).find(v[1])==std::string::npos)continue; auto ls=read_corpus(n); SampleMaker m(7); std::string t; for(size_t i=0;t.size()<(4u<<20);++i){t+=m.fill(ls[i%ls.size()].text);t+="\n";}
 const Redactor r({.level=RedactionLevel::Personal}); double best=9; for(int k=0;k<12;++k){clock_t a=clock(); auto f=r.find(t); double s=double(clock()-a)/CLOCKS_PER_SEC; if(s<best)best=s;} std::printf("%s %.1f MB/s\n",n,t.size()/best/1e6);} }
