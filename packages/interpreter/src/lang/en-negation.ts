import type { Language } from "./language.ts";

/** What is not wanted, and what is neither wanted nor unwanted. */
export const enRefusal: Language["tables"] = {
  not: {
    "": "no|not|without|w/o|w/out|excluding|exclude|except|except for|excepting|other than|apart from|aside from|but not|but no|and not|and no|never|avoid|avoiding|not in|not a|not an|nor|neither|anywhere but|anything but|everything but|all but|anywhere except|anything except|don't want|do not want|can't|cannot|can not|won't|doesn't have|does not have|not having|without any|with no|minus|lacking|must not have|must not be|should not have|should not be|shouldn't be|shouldn't have|isn't|is not|aren't|that isn't|that is not|not any|rather than|instead of|hate|zero|none of|bar|save for|outside|outside of|anywhere outside|anywhere outside of|nothing in|not located in|not near|don't show|don't show me|do not show|do not include|don't include|free of|skip|excl|non|nothing with|not with|wouldn't|would not|don't|do not|doesn't|does not|didn't|did not|will not|should not|shouldn't|must not|mustn't|couldn't|could not|haven't got|have not got|don't have|do not have|refuse to|unwilling to|unable to|no interest in|sick of|tired of|fed up with|fed up of|done with|bored of|bored with",
  },
  nothing: {
    "": "nothing|none",
  },
  /** Words between a refusal and what it is of: "can't go above". */
  negatedVerb: {
    "": "want|wants|wanted|want to|wish|pay|paying|spend|spending|go|going|cost|costs|costing|be|being|been|looking|look|looking at|looking for|willing|prepared|ready|able|planning|hoping|show|show me|see|seeing|consider|considering|anything|any|something|with|for|to|me|us|it|have|having|has|get|getting|afford|do|like|love|fancy|interested|interested in|keen|keen on|into|after|live|living|living in|move|move to|moving|moving to|say|stretch|that|which|is|are|priced|at|really|even|ever|gonna|list|include|including",
  },
  neutral: {
    "": "don't need|do not need|no need for|no need of|doesn't need|does not need|doesn't matter|don't care about|do not care about|not bothered about|don't mind|not fussed about|not necessarily|regardless of|with or without|does not matter|doesn't have to have|does not have to have|doesn't have to be|does not have to be|don't have to have|do not have to have|don't have to be|needn't have|needn't be|need not have|need not be|doesn't need to have|does not need to have|doesn't need to be|does not need to be|don't need to have|do not need|does not need|no need to have|do not mind|don't mind if|don't care if|do not care if|don't care whether|wouldn't mind|would not mind|wouldn't need|even without|even with no|even if no|even if there is no|can be without|could be without|may be without|ok without|okay without|fine without|happy without|fine with no|ok with no|can do without|could do without|can live without|could live without",
  },
  notNeeded: {
    "": "not needed|not required|not necessary|not important|not essential|unnecessary|isn't important|is not important|doesn't matter|does not matter|optional|is optional|not needed|not a must|isn't necessary|is not necessary",
  },
  /** "no garden needed": what was refused is only not asked for. */
  needed: {
    "": "needed|required|necessary|is needed|is required|is necessary|are needed|are required|are necessary|need be|needs to be|ok|okay|is ok|is okay|are ok|are okay|is fine|are fine|fine|acceptable|is acceptable|no problem|is no problem|not a problem|is not a problem|isn't a problem",
  },
};
